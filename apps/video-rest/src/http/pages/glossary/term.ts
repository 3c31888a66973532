import { termLinks } from '@campus/pages';
import { addresses } from '../../addresses.ts';
import { glossaryWords } from './glossary-words.ts';

/** A word of the platform as a link to what it means. */
export const term = termLinks(glossaryWords.en, addresses.words);
