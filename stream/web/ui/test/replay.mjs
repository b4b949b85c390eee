import assert from 'node:assert/strict'
import { test } from 'node:test'
import { delegate, did, events, judge, site, until } from './lib.mjs'

/** Grey columns of the picture that is shown: the server draws four for each number. */
const drawn = (p) =>
  p.page.evaluate(async () => {
    const img = document.querySelector('.film img')
    await img.decode()
    const c = document.createElement('canvas')
    c.width = img.naturalWidth
    c.height = 1
    const x = c.getContext('2d')
    x.drawImage(img, 0, 0)
    const row = x.getImageData(0, 0, c.width, 1).data
    let n = 0
    while (row[n * 4] > 100) n++
    return Math.round(n / 4)
  })
const number = (p) => p.page.locator('.film img').first().getAttribute('data-frame').then(Number)

async function decided() {
  const p = await judge('plus2')
  await p.button(/^Agree/).click()
  await p.page.locator('[data-result]').waitFor()
  await p.close()
}

test('replay opens and stays in real time', async () => {
  const p = await delegate('plus2')
  await p.button('Play').waitFor()
  for (const name of ['Speed 0.5', 'Speed 0.25', 'One frame on', 'One frame back']) assert.ok(await p.button(name).isDisabled(), name)
  await p.page.keyboard.press('ArrowRight')
  assert.equal(await p.page.locator('.film img').count(), 0, 'a key steps')
  await p.page.keyboard.press('k')
  await until(async () => assert.ok(await p.page.evaluate(() => document.querySelector('video').currentTime > 0.2)))
  // A speed that something else sets does not last.
  await p.page.evaluate(() => (document.querySelector('video').playbackRate = 0.25))
  await until(async () => assert.equal(await p.page.evaluate(() => document.querySelector('video').playbackRate), 1))
  await p.page.keyboard.press('k')
  await p.page.locator('.film.veiled').first().waitFor()
  const [view] = await did(['view'])
  assert.deepEqual([view.by, view.data.speed_pct, view.data.step], ['Dee', 100, undefined])
  const id = view.attempt
  const frame = await p.context.request.get(`${site}/api/tables/t1/attempts/${id}/clips/c11b0a/frames/3.jpg`)
  assert.equal((await frame.json()).code, 'locked')
  await p.close()
})

test('a reason unlocks exact frames and slow motion; what they may not support is not offered', async () => {
  await decided()
  const p = await delegate()
  await p.button('Slow motion or frame by frame…').click()
  await p.button('To support removing a penalty.').click()
  await p.page.locator('.film img').first().waitFor()
  await p.button('Jump to: Stop').click()
  await until(async () => assert.equal(await number(p), 22))
  await p.page.keyboard.press('ArrowRight')
  await p.page.keyboard.press('ArrowRight')
  await p.button('One frame back').click()
  await until(async () => assert.deepEqual([await number(p), await drawn(p)], [23, 23]))
  const reloaded = p.page.waitForResponse((r) => r.request().method() === 'GET' && /\/attempts\/[^/]+$/.test(r.url()))
  await p.button('Speed 0.5').click()
  const all = await did(['decide', 'view', 'view'])
  // What is told anew does not move the picture.
  await (await reloaded).finished()
  await p.page.evaluate(() => new Promise(requestAnimationFrame))
  assert.equal(await number(p), 23)
  assert.deepEqual(all[1].data, { speed_pct: 100, step: true, reason: 'remove', clip: 'c11b0a' })
  assert.deepEqual([all[2].data.speed_pct, all[2].data.reason], [50, 'remove'])

  await p.button('Change').click()
  const dialog = p.page.getByRole('dialog')
  assert.ok(await dialog.getByRole('button', { name: /^DNF/ }).isDisabled(), 'slow motion supports a DNF')
  await dialog.getByLabel('What does it rest on?').selectOption('real_time')
  assert.ok(await dialog.getByRole('button', { name: /^DNF/ }).isEnabled())
  await dialog.getByLabel('What does it rest on?').selectOption('slow')
  await dialog.getByRole('button', { name: /^No penalty/ }).click()
  await dialog.getByText('The recording shows it.').click()
  await dialog.getByRole('button', { name: 'Decide: No penalty' }).click()
  await dialog.waitFor({ state: 'detached' })
  const amended = (await events()).at(-1)
  assert.deepEqual([amended.kind, amended.data.verdict, amended.data.rests_on], ['amend', 'ok', 'slow'])
  await p.page.locator('#rule ~ .stands', { hasText: '12.19' }).waitFor()
  await p.page.getByText('Watched frame by frame').first().waitFor()
  await p.close()
})

test('uphold, and an extra attempt, from the queue', async () => {
  const j = await judge('close')
  await j.button('Call the Delegate').click()
  await j.page.getByRole('dialog').getByRole('button', { name: 'Call the Delegate' }).click()
  await j.page.locator('[data-frozen]').waitFor()
  const p = await delegate()
  await p.page.goto(`${site}/`)
  await p.button('QR code of Table 1').click()
  await p.page.getByRole('dialog').getByRole('img', { name: 'QR code of Table 1' }).waitFor()
  await p.page.goto(`${site}/queue`)
  const item = p.page.locator('[data-cause=frozen]')
  await item.getByText('Table 1 · The judge is unsure').waitFor()
  await item.getByRole('link', { name: 'Review' }).click()
  await p.button('Decide').click()
  const dialog = p.page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^\+2/ }).click()
  await dialog.getByRole('button', { name: 'Decide: +2' }).click()
  await p.button('Uphold').click()
  await until(async () => {
    if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'Uphold' }).click({ timeout: 1000 })
    assert.equal((await events()).at(-1).kind, 'uphold')
  })
  await p.button('Provisional extra attempt').click()
  await dialog.getByText('An incident.').click()
  await dialog.getByRole('button', { name: 'Provisional extra attempt' }).click()
  await p.button('It does not count').click()
  await did(['freeze', 'decide', 'uphold', 'grant', 'settle'])
  await p.close()
  await j.close()
})
