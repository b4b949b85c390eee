import assert from 'node:assert/strict'
import { test } from 'node:test'
import { down, fresh, judge, play, shortest, site, up } from './lib.mjs'

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

test('live video moves, and what is drawn over it belongs to the picture', async () => {
  await fresh('idle', 't2')
  const p = await judge()
  await p.page.goto(`${site}/table/t2`)
  await p.page.locator('figure[data-way=webrtc][data-stale=false] polygon').first().waitFor()
  const pairs = await p.page.evaluate(
    () =>
      new Promise((done) => {
        const video = document.querySelector('figure video')
        const c = new OffscreenCanvas(640, 360)
        const x = c.getContext('2d', { willReadFrequently: true })
        const out = []
        // The page's own callback for the same picture has run before.
        const each = () => {
          x.drawImage(video, 0, 0, 640, 360)
          let n = 0
          for (let i = 0; i < 16; i++) if (x.getImageData(i * 40 + 20, 20, 1, 1).data[1] > 128) n += 2 ** i
          out.push([n, Number(video.closest('figure').dataset.seq)])
          if (out.length < 30) video.requestVideoFrameCallback(each)
          else done(out)
        }
        video.requestVideoFrameCallback(each)
      }),
  )
  // A picture may be drawn when its neighbour is up already: the same one twice.
  const rising = pairs.every(([n], i) => i === 0 || n >= pairs[i - 1][0])
  assert.ok(rising, `pictures go back: ${JSON.stringify(pairs)}`)
  // On a busy machine a text may come a moment after its picture; never a wrong one.
  const late = pairs.filter(([n, seq]) => n !== seq)
  assert.ok(late.every(([n, seq]) => seq < n), JSON.stringify(late))
  assert.ok(late.length <= pairs.length / 2, JSON.stringify(pairs))
  await p.close()
})

test('a server that was killed: told at once, back within two seconds, nothing lost', async () => {
  const p = await judge('solved')
  await p.page.locator('[data-look=ok]').waitFor()
  await p.button(/^Agree/).and(p.page.locator(':enabled')).waitFor()
  await shortest(2000, async () => {
    await fresh('solved')
    await p.page.locator('[data-look=ok]').waitFor()
    await down()
    await p.page.getByText('Connection lost. Coming back by itself…').waitFor()
    await p.button(/^Agree/).click()
    await p.page.getByText('No connection. Nothing was sent').waitFor()
    await play('dnf')
    await up()
    const start = Date.now()
    await p.page.locator('[data-look=dnf]').waitFor()
    return Date.now() - start
  })
  await p.page.getByText('Connection lost. Coming back by itself…').waitFor({ state: 'detached' })
  await p.button(/^Agree/).click()
  await p.page.locator('[data-result]', { hasText: 'DNF' }).waitFor()
  await p.close()
})

test('pictures come back too', async () => {
  const p = await judge('idle')
  await p.page.locator('figure[data-stale=false]').waitFor()
  await shortest(2000, async () => {
    await down()
    await p.page.locator('figure[data-stale=true]').waitFor()
    await up()
    const start = Date.now()
    await p.page.locator('figure[data-stale=false]').waitFor()
    return Date.now() - start
  })
  await p.close()
})

test('a server that has forgotten who this is asks to join again', async () => {
  const p = await judge('idle')
  await p.page.locator('[data-phase=idle]').waitFor()
  await p.context.clearCookies()
  await down()
  await up()
  await p.page.getByLabel('PIN').fill('111111')
  await p.button('Join Table 1').click()
  await p.page.locator('[data-phase=idle]').waitFor()
  await p.close()
})
