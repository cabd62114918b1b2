import { useState } from 'react'

/** What somebody writes about something that others may change meanwhile. */
export interface Draft<Body extends object> {
  /** What the form shows: what was written, and of the rest what the server has. */
  readonly value: Body
  /** What the value is compared with to tell what was changed. */
  readonly before: Body
  readonly change: (part: Partial<Body>) => void
  /** Notes what is being sent. What it returns is called once the server has it: from then on its word counts again. */
  readonly sending: () => () => void
}

/** The members that somebody wrote, each beside what the server had when they began with it. */
export type Written = ReadonlyMap<string, { readonly value: unknown; readonly base: unknown }>

/**
 * The state of a form about something that the server has. What others change comes in while the form stays where it is, and
 * with it the focus; a member that somebody wrote stays as they wrote it.
 */
export function useDraft<Body extends object>(known: Body): Draft<Body> {
  const [written, setWritten] = useState<Written>(new Map())
  return {
    ...shownOf(known, written),
    change: (part) => setWritten((before) => write(known, before, part)),
    sending: () => () => setWritten((now) => unsent(now, written)),
  }
}

/** What is written once some members are written, too. One that is as the server has it counts as not written. */
export function write<Body extends object>(known: Body, written: Written, part: Partial<Body>): Written {
  const after = new Map(written)
  const had = new Map<string, unknown>(Object.entries(known))
  for (const [name, value] of Object.entries(part)) {
    if (JSON.stringify(value) === JSON.stringify(had.get(name))) after.delete(name)
    else after.set(name, { value, base: (after.get(name) ?? { base: had.get(name) }).base })
  }
  return after
}

/** What a form shows, and what that is compared with. */
export function shownOf<Body extends object>(known: Body, written: Written): Pick<Draft<Body>, 'value' | 'before'> {
  const all = [...written]
  // A merge patch changes members of members: compared with what somebody began with, it leaves alone what others did since.
  const begun = all.filter(([, { base }]) => typeof base === 'object' && base !== null && !Array.isArray(base))
  return {
    value: { ...known, ...Object.fromEntries(all.map(([name, { value }]) => [name, value])) },
    before: { ...known, ...Object.fromEntries(begun.map(([name, { base }]) => [name, base])) },
  }
}

/** What is still written after some of it was sent: what was written since. */
export const unsent = (now: Written, sent: Written): Written =>
  new Map([...now].filter(([name, member]) => member !== sent.get(name)))
