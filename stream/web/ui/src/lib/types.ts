// What the server sends, as its OpenAPI file describes it. Times that end in
// _ns are nanoseconds of the table's clock.
import type { Lang } from './lang.svelte'

export type Text = Partial<Record<Lang, string>>
export type Verdict = 'ok' | '+2' | 'DNF' | 'DNS' | 'extra' | 'void' | ''
export type Outcome = 'refer' | 'ok' | '+2' | 'DNF'
export type Role = 'device' | 'judge' | 'delegate' | 'organiser' | 'data_entry' | 'viewer' | ''
export type Phase =
  | 'idle' | 'covered' | 'inspection' | 'solving' | 'stopped' | 'settling' | 'suggested' | 'decided' | 'void'
export type Health = 'good' | 'poor' | 'lost' | 'unused'
export type Look = 'ok' | 'plus2' | 'dnf' | 'close' | 'look' | 'gone'

export interface Actor { role: Role; id?: string }
export interface Cited { article: string; text: Text }

export interface Opened {
  id: string; event: string; rulebook: string; competitor?: string; round?: string; number?: number
  cubes?: number; head_to_head?: boolean; replaces?: string; provisional?: boolean
}
export interface Suggestion { at_ns: number; cube: number; ruling: Ruling; still: string }
export interface Layers { axis: number; between: number[]; layers?: number[]; from?: Text; turn_deg: number; margin_deg?: number }
/** What an attempt's picture was found to show, then and now. */
export interface Again { before: string; now: string; first: Ruling; second: Ruling; shown: Shown }
export interface Ruling {
  interfaces?: Layers[] | null
  suggestion: Outcome; proven: boolean; possible: Outcome[]; grounds: Cited[]; checks: Text[]
}
export interface Dismissal { at_ns: number; by: Actor; note: string }
export interface Flag {
  at_ns: number; by: Actor; flag: string; still: string; note: string; since_stop_ns: number | null
  dismissed: Dismissal | null
}
export interface Penalty { id: string; article: string; side: 'start' | 'solve' | 'stop'; effect: Verdict }
export interface Entry extends Penalty { at_ns: number; by: Actor; forgiven: Dismissal | null }
export interface Answer {
  at_ns: number; by: Actor; manner: string; against: number; verdict: Verdict; reason: string; article: string; note: string
}
export interface Result {
  verdict: Verdict; timed: boolean; time_ms: number; added_ms: number; final_ms: number; articles: string[] | null
  text: string
}
export interface Decision extends Answer {
  rests_on: string; time_ms: number | null; penalties: Penalty[] | null; cubes: Verdict[] | null; result: Result
  taken_back_ns: number | null
}
export interface Freezing {
  at_ns: number; by: Actor; why: 'unsure' | 'dispute' | 'incident'; note: string; until_ns: number | null
  resolved_by: number
}
export interface Viewing { at_ns: number; by: Actor; speed_pct: number; step?: boolean; reason?: string; clip?: string }
export interface Extra { id: string; reason: string; provisional: boolean; status: 'pending' | 'used' | 'dropped' }
export interface CubeMark extends Answer { cube: number }

export interface Attempt {
  phase: Phase; course: Phase; now_ns: number; opened: Opened | null; opened_at_ns: number
  inspected_at_ns: number | null; started_at_ns: number | null; stopped_at_ns: number | null; sighted_at_ns: number | null; by_sight: boolean; timer_lost: boolean
  readings: { at_ns: number; by: Actor; time_ms: number; by_hand: boolean }[] | null
  stills: { at_ns: number; hash: string }[] | null
  suggestions: Suggestion[] | null
  flags: Flag[] | null
  pad: Entry[] | null
  marks: CubeMark[] | null
  freezes: Freezing[] | null
  decisions: Decision[] | null
  signed_at_ns: number | null
  views: Viewing[] | null
  before: { verdict: Verdict; penalties: Penalty[] | null } | null
  requests: { at_ns: number; by: Actor; note: string; late: boolean }[] | null
  extras: Extra[] | null
  voids: { at_ns: number; by: Actor; reason: string; article: string; note: string; restored: Dismissal | null }[] | null
  entered: { at_ns: number; by: Actor; competitor: string; round?: string; number?: number }[] | null
  shown_at_ns: number | null
}

export interface CameraHealth {
  name: string; health: Health; why?: Text; fps: number; last_ns: number; width: number; height: number; rig: boolean
}
export interface TimerHealth {
  health: Health; why?: Text; shows_ms: number; running: boolean; left: boolean; right: boolean; by_hand: boolean
}
export interface Trouble { health: Health; text: Text }
/** A corner of an outline, in pixels of the picture. */
export interface Pixel { U: number; V: number }
export interface Shown {
  look: Look; word: Text; detail: Text; possible: Outcome[] | null; proven: boolean; checks: Text[] | null
  grounds: Cited[] | null; notes: Text[] | null; still: string; drawn: Partial<Record<Lang, string>> | null
  facelets: unknown | null; camera: string; seq: number; outline: Pixel[][] | null; took_ms: number
}
export type Previews = Partial<Record<Verdict, Result>>

/** An attempt that is expected at a table. */
export interface Turn { competitor: string; registrant?: number; event: string; round?: string; number: number }

export interface Screen {
  table: string; name: string; rev: number; at_ns: number; epoch_ms: number; rulebook: string; event: string
  attempt: Attempt; pending: Attempt[] | null; cameras: CameraHealth[] | null; timer: TimerHealth
  trouble: Trouble[] | null; shown: Shown | null; call: { text: Text; since_ns: number } | null
  turns?: Turn[]; looks?: Record<string, Shown>; previews?: Record<string, Previews>
}

export interface Waiting {
  attempt: string; cause: string; current: boolean; event: string; competitor: string; round: string; number: number
  phase: Phase; opened_at_ns: number; frozen: Freezing | null; flags: string[]; result: string; look: Look | ''
}
export interface Summary {
  table: string; name: string; rev: number; at_ns: number; epoch_ms: number; rulebook: string; event: string; phase: Phase
  health: Health; cameras: CameraHealth[] | null; timer: TimerHealth; trouble: Trouble[] | null; waiting: Waiting[]
}

export interface Clip { hash: string; camera: string; width: number; height: number; frames_ns: number[] }
export interface Review {
  attempt: Attempt; epoch_ms: number; clips: Clip[] | null; shown: Shown | null; previews: Previews | null
  slow: { open: boolean; needs_reason: boolean }
}

export interface PadPenalty extends Cited {
  id: string; side: 'start' | 'solve' | 'stop'; effect: Verdict; role: Role; needs: '' | 'inspection' | 'deadline'
  events: string[] | null
}
export interface Reason extends Cited { id: string; for: Verdict[]; role: Role; note: boolean; any_speed: boolean }
export interface FlagRule extends Cited { decides: Role; holds: '' | 'time' | 'all'; penalty: string; extra: boolean }
export interface Procedure {
  events: string[]
  never_plus_two: Cited & { events: string[] }
  inspection: {
    none: Cited & { events: string[] }
    calls: (Cited & { at_ms: number })[]
    plus_two_ms: number; dnf_ms: number
    head_to_head: (Cited & { events: string[]; calls: (Cited & { at_ms: number })[] }) | null
  }
  evidence: Cited & { real_time: boolean; reasons: (Cited & { id: string })[]; may_add: string[] | null }
  dispute: Cited & { within_ms: number }
  take_back: { within_ms: number; double_tap_ms: number }
  flags: Record<string, FlagRule>
  penalties: PadPenalty[]
  reasons: Reason[]
}
export interface Book {
  name: string; title: Text; date: string; sentences: Record<string, Cited>
  limits: { events: string[]; limit_deg: number; article: string }[]
  procedure: Procedure
}

export interface Session {
  role: Role; name: string; table: string; open: boolean; tables: { id: string; name: string }[]; version: string
  accounts: boolean; unclaimed: boolean; trust: boolean
}
export interface Person { name: string; role: Role; invited: boolean; made: string }
export interface Door { id: string; name: string; pin: string; fixed: boolean }
export interface People { people: Person[] | null; tables: Door[] | null }
export interface Trust { name: string; fingerprint: string }
