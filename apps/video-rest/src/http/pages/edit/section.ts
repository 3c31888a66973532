import type { Html, Language, Problems } from '@campus/pages';
import { findObject, Refusal, type Resource, type Row, requesterOf } from '@campus/rest';
import type { VideoSection } from '../../addresses.ts';
import type { Services } from '../../resources/services.ts';
import type { EditedVideo } from './edited-video.ts';
import type { FilePart, SentForm, SentTexts } from './sent-form.ts';

/** A form of a section, as its page shows it. */
export interface FormState {
  language: Language;
  /** The hidden fields of every form. */
  hidden: Html;
  /** What was sent and not obeyed: it is shown again, with what was wrong. */
  sent: SentTexts | undefined;
  problems: Problems;
}

/** What becomes of a form: what the page that it leads to says, or what is shown this once. */
export type Done = { done: string } | { shownOnce: Html };

/** A part of the page that changes a video, at an address of its own. */
export interface Section {
  name: VideoSection;
  scripts?: readonly string[];
  /** What its forms hold: of other fields it stands above them what was wrong. */
  fields: readonly string[];
  /** The file that one of its forms brings. */
  filePart?(edited: EditedVideo): FilePart;
  show(edited: EditedVideo, form: FormState): Promise<Html> | Html;
  /** Does what a form asks for, by the rules of the API. @throws as those do */
  obey(edited: EditedVideo, sent: SentForm): Promise<Done>;
}

/** The most of a kind that a page has room for; the API has the others. */
const maxParts = 200;

/**
 * What of a kind belongs to a video, ascending by a column.
 *
 * @param more  columns that a row is to hold beside those of its resource
 */
export async function partsOf(
  resource: Resource<Services>,
  { known, video }: EditedVideo,
  column: string,
  more: readonly string[] = [],
): Promise<readonly Row[]> {
  const { rows } = await known.engine.storeOf(resource.table).list(
    {
      columns: [...resource.columns, ...more],
      conditions: [{ columns: ['videoId'], operator: 'equals', value: video.id }],
      order: [column, 'id'].map((name) => ({ columns: [name], descending: false })),
      offset: 0,
      limit: maxParts,
    },
    requesterOf(known),
  );
  return rows;
}

/** One of them, by its id. @throws Refusal  404, of one of another video too */
export async function partOf(
  resource: Resource<Services>,
  { known, video }: EditedVideo,
  id: string,
): Promise<Row> {
  const part = await findObject(resource, known, { key: id, toChange: true });
  if (part.videoId !== video.id) throw new Refusal('not_found');
  return part;
}
