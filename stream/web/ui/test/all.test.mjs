// All tests share one browser and one server, and so run one after the other.
import { after } from 'node:test'
import { browser } from './lib.mjs'
import './judge.mjs'
import './replay.mjs'
import './network.mjs'
import './looks.mjs'
import './people.mjs'

after(() => browser.close())
