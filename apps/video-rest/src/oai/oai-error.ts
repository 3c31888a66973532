import { codedError } from '@campus/config';

/** What is wrong with a request, as the protocol tells harvesters (OAI-PMH 2.0 §3.6); the message is for people. */
export class OaiError extends codedError<
  | 'badVerb'
  | 'badArgument'
  | 'badResumptionToken'
  | 'cannotDisseminateFormat'
  | 'idDoesNotExist'
  | 'noRecordsMatch'
>() {}
