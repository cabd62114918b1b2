/**
 * The command line of this server as a client of it. People with a system role sign in to it by the device grant, with a
 * fresh proof; its tokens are bound to a key on their machine and open the admin API with the scopes of their role, looked up
 * on each request. The client is built in: nobody makes, changes or deletes it, and no other client's token opens that API,
 * whatever its scope. The setting `operators.command_line_sign_in` turns all of it off.
 */
export { CommandLineClient, isCommandLine } from './command-line-client.ts'
export { OperatorTokens } from './operator-tokens.ts'
