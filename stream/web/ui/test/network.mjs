import assert from 'node:assert/strict'
import { test } from 'node:test'
import { down, fresh, judge, play, up } from './lib.mjs'

test('live pictures move, tell their age, and turn grey when they stop', async () => {
  const p = await judge('idle')
  const figure = p.page.locator('figure[data-way]')
  await p.page.locator('figure[data-way=mjpeg][data-stale=false]').waitFor()
  await figure.getByText('Simple video').waitFor()
  await figure.getByText(/^\d+ ms$/).waitFor()
  const seen = new Set()
  for (let i = 0; i < 40 && seen.size < 3; i++) {
    seen.add(await p.page.evaluate(() => document.querySelector('figure canvas').toDataURL('image/jpeg', 0.3)))
    await p.page.evaluate(() => new Promise(requestAnimationFrame))
  }
  assert.ok(seen.size >= 3, 'the picture stands still')
  await p.close()
})

test('a server that was killed: told at once, back within two seconds, nothing lost', async () => {
  const p = await judge('solved')
  await p.page.locator('[data-look=ok]').waitFor()
  await p.page.locator('.act, .see').first().waitFor()
  await down()
  await p.page.getByText('Connection lost. Coming back by itself…').waitFor()
  await p.button(/^Agree/).click()
  await p.page.getByText('No connection. Nothing was sent').waitFor()
  await play('dnf')
  await up()
  const start = Date.now()
  await p.page.locator('[data-look=dnf]').waitFor()
  const took = Date.now() - start
  assert.ok(took < 2000, `it took ${took} ms`)
  await p.page.getByText('Connection lost. Coming back by itself…').waitFor({ state: 'detached' })
  await p.button(/^Agree/).click()
  await p.page.locator('[data-result]', { hasText: 'DNF' }).waitFor()
  await p.close()
})

test('pictures come back too', async () => {
  await fresh('idle')
  const p = await judge()
  await p.page.locator('figure[data-stale=false]').waitFor()
  await down()
  await p.page.locator('figure[data-stale=true]').waitFor()
  await up()
  const start = Date.now()
  await p.page.locator('figure[data-stale=false]').waitFor()
  const took = Date.now() - start
  assert.ok(took < 2000, `it took ${took} ms`)
  await p.close()
})
