import { QueryClient } from '@tanstack/react-query'
import { MandateError } from '@mandate/sdk'

const FRESH_MS = 10_000

/** What was read of the API, as long as it is fresh. */
export const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // The SDK repeats what is worth repeating.
      retry: false,
      refetchOnWindowFocus: (query) => !(query.state.error instanceof MandateError),
    },
  },
})
