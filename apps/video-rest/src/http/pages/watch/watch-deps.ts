import type { CheckSharedPassword } from '@campus/accounts';
import type { LiveParts } from '@campus/pages';
import type { Engine } from '@campus/rest';
import type { VideoConfiguration } from '../../../config.ts';
import type { ViewCounter } from '../../../videos/view-counter.ts';
import type { Services } from '../../resources/services.ts';
import type { Sessions } from '../sign-in/open-sessions.ts';
import type { OpenVisit } from '../sign-in/visit.ts';
import type { PasswordCookies } from './password-cookie.ts';

/** What the pages below `/video` work with. */
export interface WatchDeps {
  /** Of the API: what is added here is judged as there. */
  engine: Engine<Services>;
  sessions: Sessions;
  live: LiveParts;
  views: ViewCounter;
  configuration: VideoConfiguration;
  passwords: PasswordCookies;
  checkPassword: CheckSharedPassword;
}

/** Anybody before one of them. */
export type WatchVisit = WatchDeps & OpenVisit;
