// Calls of the server. Every refusal is a Refused with the server's sentence.
import { lang } from './lang.svelte'
import type { Again, Attempt, Book, People, Review, Role, Session, Trust } from './types'

/** Why the server refused; code "offline" where it was not reached. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    sentence: string,
    readonly field = '',
  ) {
    super(sentence)
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(path, {
      method,
      headers: { 'Accept-Language': lang(), ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch {
    throw new Refused('offline', '')
  }
  if (!answer.ok) {
    const why = (await answer.json().catch(() => ({}))) as { code?: string; sentence?: string; field?: string }
    throw new Refused(why.code ?? `http ${answer.status}`, why.sentence ?? answer.statusText, why.field)
  }
  return (answer.status === 204 ? undefined : await answer.json()) as T
}

const part = encodeURIComponent

export const at = {
  table: (table: string) => `/api/tables/${part(table)}`,
  attempt: (table: string, id: string) => `${at.table(table)}/attempts/${part(id)}`,
  camera: (table: string, camera: string) => `${at.table(table)}/cameras/${part(camera)}`,
  evidence: (table: string, hash: string) => `${at.table(table)}/evidence/${part(hash)}`,
  diagram: (table: string, id: string, suggestion: number) =>
    `${at.attempt(table, id)}/diagram.svg?lang=${lang()}&suggestion=${suggestion}`,
  sheet: (table: string, id: string) => `${at.attempt(table, id)}/sheet.pdf?lang=${lang()}`,
  bundle: (table: string, id: string) => `${at.attempt(table, id)}/bundle.zip`,
  frame: (table: string, id: string, clip: string, n: number) => `${at.attempt(table, id)}/clips/${part(clip)}/frames/${n}.jpg`,
  qr: (table: string) => `${at.table(table)}/qr.svg`,
  tablePage: (table: string) => `/table/${part(table)}`,
  replayPage: (table: string, id: string) => `/table/${part(table)}/attempt/${part(id)}`,
}

/** A new id. crypto.randomUUID is only there on secure origins, and a hall's network has none. */
export function newID(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('')
}

export const session = () => call<Session>('GET', '/api/session')
export const login = (role: Role, name: string, pin: string, table: string) =>
  call<Session>('POST', '/api/session', { role, name, pin, table })
export const accept = (word: string, name: string, password: string) =>
  call<Session>('POST', '/api/invitation', name ? { word, name, password } : { word, password })
export const people = () => call<People>('GET', '/api/people')
export const invite = (name: string, role: Role) => call<{ link: string; qr: string }>('POST', '/api/people', { name, role })
export const removePerson = (name: string) => call<void>('DELETE', `/api/people/${part(name)}`)
export const renewPIN = (table: string) => call<People>('POST', `${at.table(table)}/pin`)
export const trust = () => call<Trust>('GET', '/api/trust')
export const logout = () => call<void>('DELETE', '/api/session')
export const hop = (table: string) => call<Session>('PUT', '/api/session/table', { table })
export const rulebook = (name: string) => call<Book>('GET', `/api/rulebooks/${part(name)}`)
export const review = (table: string, id: string) => call<Review>('GET', at.attempt(table, id))
export const again = (table: string, id: string) => call<Again>('POST', `${at.attempt(table, id)}/again`)

/**
 * Does something to an attempt. The server does the same id once, so that a call
 * whose answer was lost is simply made again.
 */
export async function act(table: string, attempt: string, kind: string, data: object = {}): Promise<Attempt> {
  const body = { id: newID(), kind, data }
  const path = `${at.attempt(table, attempt)}/events`
  for (let left = 2; ; left--) {
    try {
      return (await call<{ attempt: Attempt }>('POST', path, body)).attempt
    } catch (e) {
      if (left === 0 || !(e instanceof Refused) || (e.code !== 'offline' && e.code !== 'busy')) throw e
      await new Promise((done) => setTimeout(done, 400))
    }
  }
}

export const timer = (table: string, kind: 'ready' | 'running' | 'stopped' | 'reset', time_ms = 0) =>
  call<void>('POST', `${at.table(table)}/timer`, { id: newID(), kind, time_ms })
