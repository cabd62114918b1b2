const ADDRESS = /https?:\/\/[^\s<>"']+/g

/** The links in the text of a message, each once, without the punctuation of the sentence around them. */
export const linksIn = (text: string): readonly string[] => [
  ...new Set((text.match(ADDRESS) ?? []).map((found) => found.replace(/[).,;:!?\]]+$/, ''))),
]
