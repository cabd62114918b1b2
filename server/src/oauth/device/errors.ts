import { errorCodes } from '#/platform/errors/app-error.ts'

/** What can be wrong when a person answers a device. */
export const deviceErrors = errorCodes({
  device_code_not_found: {
    error: 'not_found',
    message: 'No device shows this code.',
    help: 'The list of device codes holds those that wait for an answer. Case and hyphen do not matter.',
  },
  device_code_gone: {
    error: 'gone',
    message: 'This code was answered already, or it has expired. Nothing was changed. Get a new code on your device.',
    help: 'A device code waits half an hour and is answered once. Start again on the device.',
  },
  device_needs_operator: {
    error: 'forbidden',
    message: 'This would administer the server, and only those who run it can allow that.',
    help: 'A code of the command line is approved by somebody with a system role, on the page and in their own name: nobody approves it for others.',
  },
})
