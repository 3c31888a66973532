/** What the command line of `foreign-links` may say. */
import { readCommand, UsageError } from '@campus/service';

export const usage = `Lists what videos and events show of other people's folders: files and images that none of their owners has.
Who saw something could link it until links were limited to folders of one's own. With --undo these links end, beside a
running service; files and images stay in their folders.

usage: npm run foreign-links -w apps/video-rest -- [--undo] [<link>…]

  <link>  as the list has it, such as documents/7/document; without one: all
  --undo  ends what it lists; without it: nothing is changed
  --help  this text

What staff has linked for somebody is in the list too: who linked what is not noted. So name the links that are to end, or
end all, and let owners link files of their own.

Exit status: 0 when it is done, 1 when it cannot be done, 64 when the command line is wrong.
`;

export interface ForeignLinksCommand {
  /** As the list has them; none: all. */
  links: string[];
  isUndo: boolean;
}

/** @throws UsageError */
export function readForeignLinksCommand(args: string[]): ForeignLinksCommand | 'help' {
  const { values, positionals } = readCommand(args, {
    undo: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  });
  if (values.help) return 'help';
  const wrong = positionals.find((link) => !/^[a-z]+\/[1-9]\d{0,9}\/[a-z]+$/.test(link));
  if (wrong !== undefined)
    throw new UsageError(`a link is called as the list has it, such as documents/7/document, got "${wrong}"`);
  return { links: positionals, isUndo: values.undo };
}
