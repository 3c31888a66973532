/** Plays a test process that starts another and ends without ending it. */
import { startProcess } from '../../src/index.ts';

const started = startProcess({ command: 'sleep', args: ['60'] });
console.log(`pid ${started.child.pid}`);
setTimeout(() => process.exit(1), 100);
