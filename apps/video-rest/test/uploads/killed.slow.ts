import { testInterruptedUpload } from '../support/test-interrupted-upload.ts';

testInterruptedUpload({ kills: 200, bytes: 256 * 1024 * 1024 }, { timeLimitMs: 600_000 });
