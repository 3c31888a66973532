import { codedError, OperatorError } from '@campus/config';

/** What can go wrong around a database before the service has one. Each is for the operator to mend. */
type DatabaseErrorCode =
  | 'platform_missing'
  | 'root_refused'
  | 'not_a_cluster'
  | 'no_instance'
  | 'data_folder_refused'
  | 'other_major_version'
  | 'already_running'
  | 'start_failed'
  | 'unreachable'
  | 'server_too_old'
  | 'wrong_encoding'
  | 'migration_failed'
  | 'grant_failed'
  | 'move_refused'
  | 'move_failed';

/** An expected failure: its message says what happened and what to do, and never holds a password. */
export class DatabaseError extends codedError<DatabaseErrorCode>(OperatorError) {}
