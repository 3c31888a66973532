import type { Landmarks } from '../../../data/history.ts';
import type { SignableSummary } from '../../../data/signable-summaries.ts';
import type { SignableRecord } from '../../../data/whole-record.ts';
import type { KnownActors } from '../../said/actor-text.ts';

/** A record with what stands elsewhere about it. */
export interface ShownRecord {
  record: SignableRecord;
  landmarks: Landmarks;
  /** To an agreement. */
  amendments: SignableSummary[];
  actors: KnownActors;
}
