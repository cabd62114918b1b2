import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createTestApp } from '#test/support/app.ts'
import { TestClock } from '#test/support/clock.ts'
import { reachable } from '#test/support/reachable.ts'
import { startReceiver, subscribe } from '#test/support/webhooks.ts'
import type { TestContext } from 'node:test'

const guide = readFileSync(fileURLToPath(new URL('../../../docs/guides/webhooks.md', import.meta.url)), 'utf8')

/** The code of the guide that carries this name. */
function codeOf(language: string, name: string): string {
  const code = new RegExp(`^\`\`\`${language} ${name}\n(.*?)^\`\`\`$`, 'ms').exec(guide)?.[1]
  assert.ok(code, `the guide has no ${name} in ${language}`)
  return code
}

/** Runs a program in a folder; answers how it ended and what it said. */
async function run(command: string, args: readonly string[], cwd: string, environment: Record<string, string> = {}) {
  const { PATH, HOME, GOCACHE } = process.env
  const env = { PATH, HOME, ...(GOCACHE === undefined ? {} : { GOCACHE }), ...environment }
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => void child.once('close', (code) => resolve(code)))
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, said: said.trim(), complained }
}

/** Why code can't run here, if it can't: Node is the one language that every machine has that runs the tests. */
function reasonToSkip(program: string): string | false {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  const isThere = path.isAbsolute(program) || folders.some((one) => existsSync(path.join(one, program)))
  return isThere ? false : `there is no ${program} on this machine, so its code was not run`
}

/** A folder that is gone when the test ends. */
function folder(t: TestContext, files: Readonly<Record<string, string>>): string {
  const made = mkdtempSync(path.join(tmpdir(), 'mandate-guide-'))
  t.after(() => rmSync(made, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(made, name), content)
  return made
}

interface Case {
  readonly body: string
  readonly header: string
  readonly secret: string
  readonly isGenuine: boolean
}

/** A delivery as it came, and others that are none of ours. */
async function cases(t: TestContext): Promise<Case[]> {
  const app = await createTestApp(t, { clock: new TestClock(Date.now()) })
  const receiver = await startReceiver(t)
  const { id, secret: first } = await subscribe(app, receiver.url)
  const rotated = await app.admin('POST', `/webhooks/${id}/rotate-secret`, { overlap_seconds: 60 })
  const second = String(rotated.json['secret'])
  await app.admin('POST', `/webhooks/${id}/test`, { event_type: 'user.created' })
  await app.app.jobs.runNow('webhooks.deliver')
  app.clock.advance(-301_000)
  await app.admin('POST', `/webhooks/${id}/test`, {})
  await app.app.jobs.runNow('webhooks.deliver')
  const [fresh, old] = receiver.received
  assert.ok(fresh && old)
  const header = String(fresh.headers['x-service-signature'])
  const { body } = fresh
  return [
    { body, header, secret: first, isGenuine: true },
    { body, header, secret: second, isGenuine: true },
    { body, header, secret: 'another-secret-than-ours', isGenuine: false },
    { body: body.replace('maya', 'mara'), header, secret: second, isGenuine: false },
    { body, header: header.replace(/^t=\d/, 't=9'), secret: second, isGenuine: false },
    { body, header: 't=,v1=', secret: second, isGenuine: false },
    { body: old.body, header: String(old.headers['x-service-signature']), secret: first, isGenuine: false },
  ]
}

const go = `package main

import (
	"encoding/json"
	"fmt"
	"os"
	"time"
)

func main() {
	var cases []struct{ Body, Header, Secret string }
	json.Unmarshal([]byte(os.Getenv("CASES")), &cases)
	for _, it := range cases {
		fmt.Println(isGenuine([]byte(it.Body), it.Header, it.Secret, time.Now()))
	}
}
`
const node = `import { isGenuine } from './verify.ts'
for (const { body, header, secret } of JSON.parse(process.env.CASES)) console.log(isGenuine(Buffer.from(body), header, secret))
`
const python = `
import json, os
for it in json.loads(os.environ["CASES"]):
    print(is_genuine(it["body"].encode(), it["header"], it["secret"]))
`

/** How the code of each language is run on all cases. */
const programs: Readonly<Record<string, { files: () => Record<string, string>; command: readonly string[] }>> = {
  TypeScript: {
    files: () => ({ 'verify.ts': codeOf('ts', 'verify'), 'main.mjs': node }),
    command: [process.execPath, 'main.mjs'],
  },
  Python: { files: () => ({ 'main.py': codeOf('python', 'verify') + python }), command: ['python3', 'main.py'] },
  Go: {
    files: () => ({ 'go.mod': 'module verify\n\ngo 1.21\n', 'verify.go': codeOf('go', 'verify'), 'main.go': go }),
    command: ['go', 'run', '.'],
  },
}

describe('what the guide says verifies a delivery, and refuses what is none:', () => {
  for (const [language, { files, command }] of Object.entries(programs)) {
    const [program = '', ...args] = command
    test(language, { skip: reasonToSkip(program) }, async (t) => {
      const all = await cases(t)
      const { code, said, complained } = await run(program, args, folder(t, files()), { CASES: JSON.stringify(all) })
      assert.equal(code, 0, complained)
      assert.deepEqual(
        said.split('\n').map((line) => line.toLowerCase()),
        all.map(({ isGenuine }) => String(isGenuine)),
      )
    })
  }

  test('openssl', { skip: reasonToSkip('openssl') }, async (t) => {
    // The command line does not look at the time.
    for (const { body, header, secret, isGenuine } of (await cases(t)).slice(0, -1)) {
      const cwd = folder(t, { body })
      const environment = { BODY: 'body', HEADER: header, SECRET: secret }
      const { code, complained } = await run('sh', ['-c', codeOf('sh', 'verify')], cwd, environment)
      assert.equal(code === 0, isGenuine, complained)
    }
  })
})

test('the calls of the guide subscribe, and send a test that arrives', { skip: reasonToSkip('curl') }, async (t) => {
  const app = await reachable(t)
  const receiver = await startReceiver(t)
  const environment = { BASE_URL: app.baseUrl, ADMIN_KEY: app.adminKey, RECEIVER_URL: receiver.url }
  const made = await run('sh', ['-c', codeOf('sh', 'subscribe')], tmpdir(), environment)
  assert.equal(made.code, 0, made.said)
  const { id, unmatched_events: unmatched } = JSON.parse(made.said) as Record<string, unknown>
  assert.deepEqual(unmatched, [])
  const called = { ...environment, WEBHOOK_ID: String(id) }
  const sent = await run('sh', ['-c', codeOf('sh', 'test')], tmpdir(), called)
  assert.equal(sent.code, 0, sent.said)
  await app.app.jobs.runNow('webhooks.deliver')
  assert.deepEqual(
    receiver.received.map(({ event }) => event),
    ['user.created'],
  )
})
