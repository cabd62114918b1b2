/**
 * What can't be seen in a line of text, or turns the text around it: control and format characters, lone surrogates, private
 * use, line separators. The joiners U+200C and U+200D stay: Persian, Indic scripts and emoji are written with them.
 */
export const INVISIBLE =
  /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u2800]|\u034f|(?![\u200c\u200d])\p{Cf}/u

/** The same with the joiners, for names that strangers choose: what nobody sees could make one name look like another. */
export const INVISIBLE_OR_JOINER = new RegExp(`${INVISIBLE.source}|[\u200c\u200d]`, 'u')
