import { on } from 'node:events';
import { text } from 'node:stream/consumers';
import type { ReadStream } from 'node:tty';
import { OperatorError } from '@campus/config';

/** No password came from the terminal or from standard input. */
class PasswordInputError extends OperatorError {}

/**
 * Reads a new password: on a terminal typed twice and not shown, else one line from standard input. It is never an
 * argument, which every user of the machine could see.
 *
 * @throws PasswordInputError
 */
export async function askPassword({ prompt }: { prompt: string }): Promise<string> {
  const { stdin } = process;
  if (!stdin.isTTY) return passwordIn(await text(stdin));
  const password = await typeUnseen(stdin, `${prompt}: `);
  if (password !== (await typeUnseen(stdin, `${prompt}, once more: `)))
    throw new PasswordInputError('The two passwords are not the same; nothing was changed.');
  return password;
}

function passwordIn(input: string): string {
  const password = input.replace(/\r?\n$/, '');
  if (password === '')
    throw new PasswordInputError(
      'There is no password on standard input; write it there, or use --generate.',
    );
  return password;
}

const enter = /[\r\n]/;
const backspace = new Set(['\x7f', '\b']);
const interrupt = '\x03';
const endOfInput = '\x04';

/** One line typed on the terminal without echo, which is switched on again whatever happens. */
async function typeUnseen(terminal: ReadStream, prompt: string): Promise<string> {
  terminal.setRawMode(true);
  terminal.setEncoding('utf8').resume();
  process.stderr.write(prompt);
  let typed: string[] = [];
  try {
    for await (const [keys] of on(terminal, 'data', { close: ['end'] })) {
      for (const character of String(keys)) {
        if (enter.test(character)) return typed.join('');
        if (character === interrupt || character === endOfInput) throw stopped();
        if (backspace.has(character)) typed = typed.slice(0, -1);
        else typed.push(character);
      }
    }
    throw stopped();
  } finally {
    terminal.setRawMode(false);
    terminal.pause();
    process.stderr.write('\n');
  }
}

function stopped(): PasswordInputError {
  return new PasswordInputError('Stopped; nothing was changed.');
}
