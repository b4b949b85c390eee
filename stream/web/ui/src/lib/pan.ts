// Zooming and panning a picture: wheel, two fingers, or dragging.
export interface View { scale: number; x: number; y: number }

const most = 8

/** Keeps the picture over its frame. */
export function bounded(v: View): View {
  const scale = Math.min(most, Math.max(1, v.scale))
  const room = (scale - 1) / 2 // in frame sizes, to each side
  const within = (n: number) => Math.min(room, Math.max(-room, n))
  return { scale, x: within(v.x), y: within(v.y) }
}

export function pan(node: HTMLElement, change: (f: (v: View) => View) => void): { destroy(): void } {
  const down = new Map<number, { x: number; y: number }>()
  const spread = () => {
    const [a, b] = [...down.values()]
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
  }
  const wheel = (e: WheelEvent) => {
    e.preventDefault()
    change((v) => bounded({ ...v, scale: v.scale * Math.exp(-e.deltaY / 400) }))
  }
  const press = (e: PointerEvent) => {
    if ((e.target as HTMLElement).closest('button')) return
    down.set(e.pointerId, { x: e.clientX, y: e.clientY })
    node.setPointerCapture(e.pointerId)
  }
  const move = (e: PointerEvent) => {
    const was = down.get(e.pointerId)
    if (!was) return
    const before = spread()
    down.set(e.pointerId, { x: e.clientX, y: e.clientY })
    const after = spread()
    const box = node.getBoundingClientRect()
    const part = 1 / down.size
    change((v) =>
      bounded({
        scale: before > 0 && after > 0 ? v.scale * (after / before) : v.scale,
        x: v.x + ((e.clientX - was.x) / box.width) * part,
        y: v.y + ((e.clientY - was.y) / box.height) * part,
      }),
    )
  }
  const lift = (e: PointerEvent) => down.delete(e.pointerId)
  node.addEventListener('wheel', wheel, { passive: false })
  node.addEventListener('pointerdown', press)
  node.addEventListener('pointermove', move)
  node.addEventListener('pointerup', lift)
  node.addEventListener('pointercancel', lift)
  return {
    destroy() {
      node.removeEventListener('wheel', wheel)
      node.removeEventListener('pointerdown', press)
      node.removeEventListener('pointermove', move)
      node.removeEventListener('pointerup', lift)
      node.removeEventListener('pointercancel', lift)
    },
  }
}
