import type { Html, Language, Problems } from '@campus/pages';
import type { VideoSection } from '../../addresses.ts';
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
