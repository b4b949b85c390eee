// What the tests in the browser share. SITE is the server's address, CONTROL
// that of its second server, by which a test says what the table plays.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

export const site = process.env.SITE
const control = process.env.CONTROL

export const pins = { judge: '111111', delegate: '999999' }
export const sizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 1180, height: 820 },
  screen: { width: 1920, height: 1080 },
}
export const langs = ['en', 'zh-TW', 'zh-CN']

async function send(path) {
  const answer = await fetch(control + path, { method: 'POST' })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
}

/** Brings a table to where a script leads; what was on it stays where it waits for somebody. */
export const play = (script, table = 't1') => send(`/${table}/script/${script}`)
export const down = () => send('/down')
export const up = () => send('/up')

/** Forgets all attempts of a table and begins with a script. */
export async function fresh(script, table = 't1') {
  await send(`/${table}/reset`)
  await play(script, table)
}

/** What people did at a table since it was fresh. */
export const events = async (table = 't1') => (await fetch(`${control}/${table}/events`)).json()

/** A hall where people have accounts, fresh: its address, and the word that lets the first organiser in. */
export const claim = async () => (await fetch(`${control}/hall`, { method: 'POST' })).json()

/** Waits until a condition holds; that of the last try is the error. */
export async function until(check, ms = 20000) {
  for (const end = Date.now() + ms; ; await new Promise((done) => setTimeout(done, 50))) {
    try {
      return await check()
    } catch (e) {
      if (Date.now() > end) throw e
    }
  }
}

/** The shortest of three times, in ms: what else the machine does is not measured. */
export async function shortest(limit, measure) {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < 3 && best >= limit; i++) best = Math.min(best, await measure())
  assert.ok(best < limit, `${best} ms, not below ${limit}`)
}

/** Waits until people have done just this at a table. */
export const did = (kinds, table = 't1') =>
  until(async () => {
    const all = await events(table)
    assert.deepEqual(all.map((e) => e.kind), kinds)
    return all
  })

const browsers = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome']

/** One browser for all tests. */
export const browser = await chromium.launch({
  executablePath: browsers.find((b) => b && existsSync(b)),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
})

/** A browser of one person. What leaves the origin, and what a page complains of, is kept. */
export async function person({ size = sizes.tablet, lang = 'en', at = site, ...rest } = {}) {
  const context = await browser.newContext({ viewport: size, locale: lang, reducedMotion: 'reduce', ...rest })
  context.setDefaultTimeout(20000)
  const page = await context.newPage()
  const away = []
  const errors = []
  page.on('request', (r) => r.url().startsWith(at) || /^(data|blob):/.test(r.url()) || away.push(r.url()))
  page.on('pageerror', (e) => errors.push(String(e)))
  page.on('console', (m) => /Content Security Policy/.test(m.text()) && errors.push(m.text()))
  const button = (name) => page.getByRole('button', { name, exact: typeof name === 'string' })
  async function close() {
    await context.close()
    assert.deepEqual({ away, errors }, { away: [], errors: [] })
  }
  return { context, page, button, close }
}

/** Logs in by the server's own address, as the form does. */
export async function login(p, role, table = '') {
  const answer = await p.context.request.post(`${site}/api/session`, {
    data: { role, name: role === 'judge' ? 'Jo' : 'Dee', pin: pins[role], table },
    headers: { Origin: site },
  })
  assert.ok(answer.ok(), await answer.text())
}

/** A judge at the first table, which plays a script. */
export async function judge(script, options = {}) {
  if (script) await fresh(script)
  const p = await person(options)
  await login(p, 'judge', 't1')
  await p.page.goto(`${site}/table/t1`)
  return p
}

/** A Delegate at the replay of the attempt on the first table. */
export async function delegate(script, options = {}) {
  if (script) await fresh(script)
  const p = await person(options)
  await login(p, 'delegate')
  const now = await (await p.context.request.get(`${site}/api/tables/t1`)).json()
  await p.page.goto(`${site}/table/t1/attempt/${now.attempt.opened.id}`)
  return p
}
