// What the executable runs: the server for `serve`, the command for everything else.
if (process.argv[2] === 'serve') {
  process.argv.splice(2, 1)
  await import('../server/src/main.ts')
} else {
  await import('../cli/src/main.ts')
}
