import { testInterruptedUpload } from '../support/test-interrupted-upload.ts';

testInterruptedUpload({ kills: 12, bytes: 64 * 1024 * 1024 });
