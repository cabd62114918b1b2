/** The address of the page about one thing, by the path of its route: `/users/$id`. An id is one part of it, whatever it holds. */
export const addressOf = (route: string, id: string): string => route.replace('$id', encodeURIComponent(id))
