/**
 * A script by which bash completes the verbs of a program, their options, and names of files:
 *
 *     source <(campus-video completion)
 *
 * @param verbs  with the usage of each, which names its options
 */
export function completionOf(
  name: string,
  verbs: Readonly<Record<string, { form?: string | readonly string[] }>>,
): string {
  const complete = `_${name.replaceAll('-', '_')}`;
  const cases = Object.entries(verbs).map(([verb, { form = '' }]) => {
    const words =
      [form]
        .flat()
        .join(' ')
        .replaceAll(/<[^>]*>/g, '')
        .match(/--[a-z-]+|[a-z]+/g) ?? [];
    return `    ${verb}) words='${words.join(' ')}' ;;`;
  });
  return `${complete}() {
  local words=''
  case "$([ "$COMP_CWORD" -gt 1 ] && echo "\${COMP_WORDS[1]}")" in
    '') words='${Object.keys(verbs).join(' ')}' ;;
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F ${complete} ${name}`;
}
