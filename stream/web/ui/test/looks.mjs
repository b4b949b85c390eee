import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { delegate, fresh, judge, langs, login, person, shortest, site, sizes } from './lib.mjs'

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Small targets, and whether the page is wider than the screen. */
const measure = () => {
  const small = [...document.querySelectorAll('button, a[href], select, input, textarea, summary')]
    .filter((e) => !e.closest('[inert]') && e.getClientRects().length > 0)
    .map((e) => (e.matches('input[type=checkbox], input[type=radio]') ? (e.closest('label') ?? e) : e))
    .filter((e) => {
      const r = e.getBoundingClientRect()
      return r.width < 48 || r.height < 48
    })
    .map((e) => e.outerHTML.slice(0, 120))
  return { small, wide: document.documentElement.scrollWidth > innerWidth }
}

/** Holds that a page has targets large enough, fits its screen, and that axe-core finds nothing. */
export async function check(p, name) {
  assert.deepEqual(await p.page.evaluate(measure), { small: [], wide: false }, name)
  await p.page.evaluate(axe)
  const found = await p.page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
  assert.deepEqual(found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 160)).join(' | ')}`), [], name)
}

const pages = {
  judge: async (p) => {
    await login(p, 'judge', 't1')
    await p.page.goto(`${site}/table/t1`)
    await p.page.locator('[data-look]').waitFor()
    await p.page.locator('.agree:enabled').waitFor()
  },
  queue: async (p) => {
    await login(p, 'delegate')
    await p.page.goto(`${site}/queue`)
    await p.page.locator('[data-cause=flagged]').waitFor()
  },
  hall: async (p) => {
    await p.page.goto(`${site}/`)
    await p.page.locator('.tables button').first().waitFor()
  },
}

// Each size with another scheme and language, so that every page is seen in all of them.
const kinds = [
  ['phone', 'light', 'en'],
  ['tablet', 'dark', 'zh-TW'],
  ['screen', 'light', 'zh-CN'],
]
for (const [size, colorScheme, lang] of kinds) {
  test(`every page on a ${size}, ${colorScheme}, ${lang}`, async () => {
    await fresh('ill', 't3')
    for (const [name, open] of Object.entries(pages)) {
      await fresh('flagged')
      const p = await person({ size: sizes[size], lang, colorScheme })
      await open(p)
      assert.equal(await p.page.evaluate(() => document.documentElement.lang), lang)
      await check(p, name)
      await p.close()
    }
    const p = await delegate('flagged', { size: sizes[size], lang, colorScheme })
    await p.page.locator('.film').first().waitFor()
    await check(p, 'replay')
    await p.close()
  })
}

test('three languages, by the browser and by choice', async () => {
  const words = { en: 'Decide otherwise', 'zh-TW': '改判', 'zh-CN': '改判' }
  const detail = { en: 'top layer 52° off', 'zh-TW': '頂層偏 52°', 'zh-CN': '顶层偏 52°' }
  const p = await judge('plus2', { lang: 'zh-TW' })
  await p.page.getByText(detail['zh-TW']).waitFor()
  for (const l of langs) {
    await p.page.locator('header select').selectOption(l)
    await p.button(words[l]).waitFor()
    await p.page.getByText(detail[l]).waitFor()
    assert.equal(await p.page.evaluate(() => document.documentElement.lang), l)
  }
  await p.page.reload()
  await p.page.getByText(detail['zh-CN']).waitFor()
  await p.close()
})

test('the script is small and the page is there at once', async () => {
  const assets = fileURLToPath(new URL('../../dist/assets/', import.meta.url))
  const size = readdirSync(assets).filter((f) => f.endsWith('.js')).reduce((n, f) => n + gzipSync(readFileSync(assets + f)).length, 0)
  assert.ok(size < 150 * 1024, `${size} bytes of script`)
  await shortest(1000, async () => {
    const p = await person()
    await p.page.goto(`${site}/`)
    await p.page.locator('h1').waitFor()
    const paint = await p.page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime)
    await p.close()
    return paint
  })
})
