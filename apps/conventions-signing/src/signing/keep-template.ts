import { type Database, inTransaction } from '../data/open-database.ts';
import * as templates from '../data/templates.ts';

/** There are a handful; all of them stand in one choice. */
export const maxTemplates = 200;

/** Adds a template under an id that its form has chosen; the same id again adds nothing. */
export function addTemplate(
  db: Database,
  change: templates.TemplateChange,
  content: templates.TemplateContent,
): Promise<'kept' | 'name_taken' | 'too_many'> {
  return inTransaction(db, async (tx) => {
    const { count, isThere } = await templates.countTemplates(tx, change.id);
    if (isThere) return 'kept';
    if (count >= maxTemplates) return 'too_many';
    return (await templates.insertTemplate(tx, change, content)) ? 'kept' : 'name_taken';
  });
}

/** Writes a template anew that has this version still. */
export async function changeTemplate(
  db: Database,
  change: templates.TemplateChange & { version: number },
  content: templates.TemplateContent,
): Promise<'kept' | 'name_taken' | 'changed_meanwhile'> {
  try {
    const isKept = await inTransaction(db, (tx) => templates.replaceTemplate(tx, change, content));
    return isKept ? 'kept' : 'changed_meanwhile';
  } catch (error) {
    if (!templates.isNameTaken(error)) throw error;
    return 'name_taken';
  }
}
