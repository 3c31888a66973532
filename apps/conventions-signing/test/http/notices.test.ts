import { institutionNotices, testNotices } from '@campus/testing/notices';
import { useService } from '../support/service.ts';

testNotices({ service: useService(), institution: useService({ configuration: institutionNotices }) });
