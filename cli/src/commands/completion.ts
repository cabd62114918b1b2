import { Argument, Command } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'

/** Words that may follow, by the words before them. */
export type Words = ReadonlyMap<string, readonly string[]>

/** `mandate completion bash|zsh|fish`: a script for the shell that completes nouns, verbs and flags. */
export function completion(actions: Actions): Command {
  const command = new Command('completion').description('Print a completion script: source <(mandate completion bash)')
  command.addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
  addGlobalFlags(command)
  return actions.on(command, async ({ printer }, [shell = 'bash']) => {
    const { entries } = await import('#/commands.ts')
    const loaded = await Promise.all(entries.map((entry) => entry.load(actions)))
    printer.line(scripts[shell as keyof typeof scripts](wordsOf(loaded)))
  })
}

/** All words of the command line. */
export function wordsOf(commands: readonly Command[]): Words {
  const words = new Map<string, string[]>([['', commands.map((each) => each.name())]])
  const visit = (command: Command, above: string): void => {
    const path = `${above} ${command.name()}`.trim()
    const below = command.commands.map((each) => each.name())
    const flags = command.options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : []))
    words.set(path, [...below, ...flags])
    for (const each of command.commands) visit(each, path)
  }
  for (const command of commands) visit(command, '')
  return words
}

const scripts = { bash, zsh, fish }

const cases = (words: Words): string =>
  [...words].map(([path, next]) => `    '${path}') words='${next.join(' ')}' ;;`).join('\n')

// Words of this program are letters, digits and hyphens, so nothing of them means anything to a shell.
function bash(words: Words): string {
  return `# mandate completion for bash
_mandate() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) if _mandate_words "\${path:+$path }$word" >/dev/null; then path="\${path:+$path }$word"; fi ;; esac
  done
  words="$(_mandate_words "$path")"
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
_mandate_words() {
  local words
  case "$1" in
${cases(words)}
    *) return 1 ;;
  esac
  printf '%s' "$words"
}
complete -o default -F _mandate mandate`
}

function zsh(words: Words): string {
  return `#compdef mandate
_mandate_words() {
  local words
  case "$1" in
${cases(words)}
    *) return 1 ;;
  esac
  print -r -- $words
}
_mandate() {
  local at="" word
  for word in \${words[2,CURRENT-1]}; do
    [[ $word == -* ]] && continue
    _mandate_words "\${at:+$at }$word" >/dev/null && at="\${at:+$at }$word"
  done
  compadd -- $(_mandate_words "$at")
}
if [ "$funcstack[1]" = "_mandate" ]; then _mandate "$@"; else compdef _mandate mandate; fi`
}

function fish(words: Words): string {
  const lines = [...words].map(([path, next]) => `    case '${path}'\n      string split ' ' -- '${next.join(' ')}'`)
  return `# mandate completion for fish
function __mandate_words
  switch "$argv[1]"
${lines.join('\n')}
    case '*'
      return 1
  end
end
function __mandate_complete
  set -l at ''
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; and continue
    set -l next (string trim -- "$at $word")
    __mandate_words $next >/dev/null; and set at $next
  end
  __mandate_words $at
end
complete -c mandate -f -a '(__mandate_complete)'`
}
