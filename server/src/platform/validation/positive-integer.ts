// Shorter than the largest integer that is one in every program.
const POSITIVE = /^[1-9]\d{0,14}$/

/** The number that part of a path or of a cursor stands for: a whole one from 1, in its one spelling. */
export const positiveInteger = (text: string): number | undefined => (POSITIVE.test(text) ? Number(text) : undefined)
