import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claim, fresh, login, person, site, sizes } from './lib.mjs'
import { check } from './looks.mjs'

const password = 'correct horse'

/** Comes in by an invitation's link. */
async function accept(p, link, name = '') {
  await p.page.goto(link)
  if (name) await p.page.getByLabel('Your name').fill(name)
  await p.page.getByLabel(/^Choose a password/).fill(password)
  await p.page.getByLabel('The same password again').fill(password)
  await p.button('Come in').click()
}

/** An organiser at the page of people, in a fresh hall. */
async function organiser(options = {}) {
  const hall = await claim()
  const p = await person({ ...options, at: hall.at })
  await accept(p, `${hall.at}/invitation#${hall.word}`, 'Ann Wong 王安')
  await p.page.getByRole('heading', { name: 'Cards of the tables' }).waitFor()
  return { hall, p }
}

/** Invites somebody and returns the link. */
async function invite(p, name, role) {
  await p.page.getByLabel('Name', { exact: true }).fill(name)
  await p.page.getByLabel('Role').selectOption(role)
  await p.button('Invite').click()
  const link = await p.page.locator('.link').textContent()
  await p.page.locator('dialog img').waitFor()
  await p.button('Close').click()
  return link
}

test('the printed link lets the first organiser in, once, and its word leaves the address', async () => {
  const { hall, p } = await organiser()
  assert.equal(p.page.url(), `${hall.at}/people`)
  assert.equal(await p.page.evaluate(() => performance.getEntries().filter((e) => /invitation.+[A-Z2-7]{20}/.test(e.name.split('#')[0])).length), 0)
  await p.page.goBack().catch(() => null)
  assert.ok(!p.page.url().includes(hall.word), p.page.url())
  await p.close()

  const late = await person({ at: hall.at })
  await accept(late, `${hall.at}/invitation#${hall.word}`)
  await late.page.getByRole('alert').getByText('This invitation is not good any more').waitFor()
  await late.page.reload()
  await late.page.getByText('Open the link of your invitation again').waitFor()
  await late.close()
})

test('an organiser lets a Delegate in and out again', async () => {
  const { hall, p } = await organiser()
  const dee = await person({ at: hall.at })
  await accept(dee, await invite(p, 'Dee', 'delegate'))
  await dee.page.waitForURL(`${hall.at}/queue`)

  await dee.page.goto(`${hall.at}/`)
  await dee.button('Log out').click()
  await dee.button('I have an account').click()
  await dee.page.getByLabel('Your name').fill('dee')
  await dee.page.getByLabel('Password').fill('not the password')
  await dee.button('Log in').click()
  await dee.page.getByRole('alert').getByText(/\S/).first().waitFor()
  await dee.page.getByLabel('Password').fill(password)
  await dee.button('Log in').click()
  await dee.page.waitForURL(`${hall.at}/queue`)

  await p.button('Remove: Dee').click()
  await p.button('Confirm').click()
  await p.button('Remove: Dee').waitFor({ state: 'detached' })
  await dee.page.goto(`${hall.at}/queue`)
  await dee.button('I have an account').waitFor()
  await dee.close()
  await p.close()
})

test('a viewer looks on, and finds no button that decides', async () => {
  await fresh('plus2')
  const { hall, p } = await organiser()
  const eve = await person({ at: hall.at })
  await accept(eve, await invite(p, 'Eve', 'viewer'))
  await eve.page.getByRole('link', { name: 'Table 1' }).click()
  await eve.page.locator('[data-look=plus2]').waitFor()
  for (const name of [/^Agree/, 'Decide otherwise', /Delegate/]) assert.equal(await eve.button(name).count(), 0, String(name))
  await eve.close()
  await p.close()
})

test('a new PIN puts out who has joined by the old one', async () => {
  await fresh('idle')
  const { hall, p } = await organiser()
  const pin = () => p.page.locator('.door', { hasText: 'Table 1' }).locator('.pin').textContent()
  const old = await pin()
  const jo = await person({ at: hall.at })
  await jo.page.goto(`${hall.at}/table/t1`)
  await jo.page.getByLabel('PIN').fill(old)
  await jo.button('Join Table 1').click()
  await jo.page.getByText('Put the covered puzzle on the mat.').waitFor()
  await p.button('New PIN: Table 1').click()
  await p.button('Confirm').click()
  await p.page.locator('dialog').waitFor({ state: 'detached' })
  assert.notEqual(await pin(), old)
  await jo.page.getByLabel('PIN').waitFor() // by itself
  assert.equal(await p.button('New PIN: Table 3').count(), 0, 'the configuration says that one')
  await jo.close()
  await p.close()
})

test('what is wrong with the record stands on the judge’s and the Delegate’s screens', async () => {
  await fresh('ill', 't3')
  for (const [role, path] of [['judge', '/table/t3'], ['delegate', '/queue']]) {
    const p = await person()
    await login(p, role, 't3')
    await p.page.goto(site + path)
    await p.page.locator('.troubles').getByText('The disk is nearly full.').waitFor()
    await p.close()
  }
  await fresh('idle', 't3')
})

for (const [size, colorScheme, lang] of [['phone', 'light', 'zh-CN'], ['tablet', 'dark', 'en'], ['screen', 'light', 'zh-TW']]) {
  test(`invitation, people and trust on a ${size}, ${colorScheme}, ${lang}`, async () => {
    const hall = await claim()
    const p = await person({ size: sizes[size], lang, colorScheme, at: hall.at })
    await p.page.goto(`${hall.at}/`)
    await p.page.locator('.tables button').first().waitFor()
    await check(p, 'hall')
    await p.page.goto(`${hall.at}/invitation#${hall.word}`)
    const [name, one, two] = [0, 1, 2].map((n) => p.page.locator('form input').nth(n))
    await name.fill('Ann')
    await one.fill(password)
    await two.fill(password)
    await check(p, 'invitation')
    await p.page.locator('form button').click()
    await p.page.locator('.door').first().waitFor()
    await p.page.locator('form input').fill('Dee')
    await p.page.locator('form button').click()
    await p.page.locator('dialog .link').waitFor()
    await check(p, 'link')
    await p.page.locator('dialog header button').click()
    await p.page.locator('.person').nth(1).waitFor()
    await check(p, 'people')
    await p.page.goto(`${hall.at}/trust`)
    await p.page.locator('ol').first().waitFor()
    await check(p, 'trust')
    await p.close()
  })
}
