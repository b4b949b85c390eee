import assert from 'node:assert/strict'
import { test } from 'node:test'
import { did, events, fresh, judge, login, person, play, site, until } from './lib.mjs'

const verdict = (p, look) => p.page.locator(`[data-look=${look}]`).waitFor()
const result = (p, text) => p.page.locator('[data-result]', { hasText: text }).first().waitFor()

test('a judge joins by the table’s page and its PIN, and hops to another table', async () => {
  await fresh('idle')
  const p = await person()
  await p.page.goto(`${site}/table/t1`)
  await p.page.getByLabel('Your name').fill('Jo')
  await p.page.getByLabel('PIN').fill('000000')
  await p.button('Join Table 1').click()
  await p.page.getByRole('alert').getByText(/\S/).first().waitFor()
  await p.page.getByLabel('PIN').fill('111111')
  await p.button('Join Table 1').click()
  await p.page.getByText('Put the covered puzzle on the mat.').waitFor()
  await p.page.getByRole('navigation').getByRole('link', { name: 'Table 2' }).click()
  await p.page.getByRole('heading', { name: 'Table 2' }).waitFor()
  assert.equal((await (await p.context.request.get(`${site}/api/session`)).json()).table, 't2')
  await p.close()
})

test('agrees, two viewers see it, signs', async () => {
  const p = await judge('plus2')
  const other = await person()
  await login(other, 'judge', 't1')
  await other.page.goto(`${site}/table/t1`)
  await verdict(p, 'plus2')
  await verdict(other, 'plus2')
  await p.button(/^Agree/).click()
  await result(p, '12.19 + 2 = 14.19')
  await result(other, '12.19 + 2 = 14.19')
  await p.page.getByLabel('Both signatures are on the score sheet').click()
  const [decided] = await did(['decide', 'sign'])
  assert.deepEqual([decided.data.verdict, decided.data.seen, decided.by], ['+2', 1, 'Jo'])
  await p.close()
  await other.close()
})

test('decides otherwise with a reason of the rulebook', async () => {
  const p = await judge('plus2')
  await p.button('Decide otherwise').click()
  await p.button(/^No penalty/).click()
  assert.ok(await p.button('Decide: No penalty').isDisabled(), 'it goes without a reason')
  await p.page.getByText('I looked: every layer is within the limit.').click()
  await p.button('Decide: No penalty').click()
  const [decided] = await did(['decide'])
  assert.deepEqual([decided.data.verdict, decided.data.reason], ['ok', 'aligned'])
  await p.close()
})

test('takes back within ten seconds', async () => {
  const p = await judge('dnf')
  await p.button(/^Agree/).click()
  await result(p, 'DNF')
  await until(async () => {
    await p.button(/^Take back \(\d+ s\)/).click({ timeout: 1000 })
    assert.equal((await events()).at(-1).kind, 'take_back')
  })
  await verdict(p, 'dnf')
  await did(['decide', 'take_back'])
  await p.close()
})

test('calls the Delegate: the scene freezes, the next attempt does not wait', async () => {
  const p = await judge('close')
  await p.button('Call the Delegate').click()
  await p.page.getByRole('dialog').getByRole('button', { name: 'Call the Delegate' }).click()
  await p.page.locator('[data-frozen]').waitFor()
  assert.equal(await p.button(/^No penalty/).count(), 0, 'a judge decides a frozen attempt')
  const [frozen] = await did(['freeze'])
  assert.equal(frozen.data.why, 'unsure')
  await play('solved')
  await verdict(p, 'ok')
  await p.page.getByText('Frozen', { exact: true }).waitFor()
  await p.button(/^Agree/).click()
  await result(p, '12.19')
  await p.close()
})

test('an attempt that the table has left behind is judged while the next one runs', async () => {
  const p = await judge('plus2')
  await verdict(p, 'plus2')
  await play('inspection')
  await p.page.getByRole('timer').first().waitFor()
  await p.button('Judge it').click()
  await verdict(p, 'plus2')
  await p.page.getByRole('timer').first().waitFor() // the calls go on
  await p.button(/^Agree/).click()
  const [decided] = await did(['decide'])
  assert.equal(decided.data.verdict, '+2')
  await p.page.locator('[data-pending] [data-result]', { hasText: '14.19' }).waitFor()
  await p.close()
})

test('what is too close or unseen is the judge’s own, and nothing is preferred', async () => {
  const p = await judge('close')
  assert.equal(await p.button(/^Agree/).count(), 0)
  await p.button(/^DNF/).click()
  const [decided] = await did(['decide'])
  assert.equal(decided.data.verdict, 'DNF')
  await p.close()
})

test('no tap on buttons that have just changed, and none twice', async () => {
  const p = await judge('settling')
  await p.page.getByText('Do not touch the puzzle.').waitFor()
  // A finger that comes down the moment the verdict appears.
  await p.page.evaluate(() => {
    new MutationObserver(() => document.querySelector('.agree')?.click()).observe(document, { childList: true, subtree: true })
  })
  await play('solved')
  await verdict(p, 'ok')
  await p.button(/^Agree/).and(p.page.locator(':enabled')).waitFor()
  assert.deepEqual(await events(), [])
  await p.button(/^Agree/).dblclick()
  await result(p, '12.19')
  await did(['decide'])
  await p.close()
})

test('flags, penalties and the result that they come to', async () => {
  const p = await judge('flagged')
  const flag = p.page.locator('[data-flag=touched]')
  await p.page.locator('[data-flag=headphones]').getByText('For the Delegate').waitFor()
  await flag.getByRole('button', { name: 'Add +2' }).click()
  await flag.waitFor({ state: 'detached' })
  await p.button('Add a penalty').click()
  await p.page.getByRole('dialog').getByRole('button', { name: /A4b1/ }).click()
  await p.button(/^Agree/).getByText('12.19 + 6 = 18.19').waitFor()
  await p.button('Remove: A4b1').click()
  await p.button(/^Agree/).getByText('12.19 + 4 = 16.19').waitFor()
  await p.button('What 10f1 says').click()
  await p.page.getByRole('dialog', { name: 'Article 10f1' }).waitFor()
  await did(['penalise', 'dismiss', 'penalise', 'forgive'])
  await p.close()
})

test('the timer by the space bar where none is wired', async () => {
  const p = await judge('byhand')
  for (const name of ['Start inspection', 'Start', 'Stop']) {
    await p.button(name).and(p.page.locator(':enabled')).waitFor()
    await p.page.keyboard.press('Space')
  }
  await p.page.getByText('Stopped', { exact: true }).waitFor()
  await did(['inspect', 'start', 'stop'])
  await p.close()
})

test('the cubes of multi-blind one by one', async () => {
  const p = await judge('several')
  const mark = (cube, v) => p.button(`Cube ${cube}: ${v}`)
  await mark(1, 'No penalty').click()
  await mark(2, '+2').click()
  assert.ok(await p.button(/^As marked/).isDisabled(), 'a cube is not marked yet')
  await mark(3, 'No penalty').click()
  await p.button(/^As marked/).and(p.page.locator(':enabled')).click()
  await result(p, '3/3')
  await did(['mark', 'mark', 'mark', 'decide'])
  await p.close()
})
