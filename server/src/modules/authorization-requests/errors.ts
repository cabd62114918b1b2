import { errorCodes } from '#/platform/errors/app-error.ts'

/** What can be wrong with a pending authorization request when a browser comes back to it. */
export const authorizationErrors = errorCodes({
  authorization_request_gone: {
    error: 'gone',
    message: 'This sign-in was finished already, or it took too long.',
    help: 'Go back to the application and start again. A request waits ten minutes and is answered once.',
  },
  authorization_request_foreign: {
    error: 'forbidden',
    message: 'This sign-in was started in another browser or by another person.',
    help: 'Start again from the application in this browser. A request can only be finished where it began.',
  },
})
