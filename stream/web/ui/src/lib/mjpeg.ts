// Reads multipart/x-mixed-replace: an <img> would show it too, but would not
// tell when it stands still.
export interface Picture {
  seq: number
  atNS: number
  jpeg: Uint8Array<ArrayBuffer>
}

const blank = [13, 10, 13, 10] // ends a part's header

function find(data: Uint8Array, mark: number[], from = 0): number {
  outer: for (let i = from; i + mark.length <= data.length; i++) {
    for (let k = 0; k < mark.length; k++) if (data[i + k] !== mark[k]) continue outer
    return i
  }
  return -1
}

const header = (head: string, name: string) => new RegExp(`^${name}:\\s*(\\S+)`, 'im').exec(head)?.[1] ?? ''

export async function* pictures(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Picture> {
  let data = new Uint8Array(0)
  const reader = body.getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      const joined = new Uint8Array(data.length + value.length)
      joined.set(data)
      joined.set(value, data.length)
      data = joined
      for (;;) {
        const end = find(data, blank)
        if (end < 0) break
        const head = new TextDecoder().decode(data.subarray(0, end))
        const length = Number(header(head, 'Content-Length'))
        const start = end + blank.length
        if (!(length > 0)) throw new Error('a picture without a length')
        if (data.length < start + length) break
        yield {
          seq: Number(header(head, 'X-Frame-Seq')),
          atNS: Number(header(head, 'X-Frame-At-NS')),
          jpeg: data.slice(start, start + length),
        }
        data = data.slice(start + length)
      }
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}
