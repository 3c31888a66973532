/**
 * Writes what wakes operators, from scripts/alarms/alarms.ts: rules and dashboards in docker/observability, and the table
 * of alarms in docs/operator-guide.md. `npm run alarms` after an alarm has changed; a test compares.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { services } from './alarms/alarms.ts';
import { showDashboard, showRules, showRunbook } from './alarms/show-alarms.ts';

const at = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url));
for (const service of services) {
  writeFileSync(at(`docker/observability/${service}.rules.yml`), showRules(service));
  writeFileSync(at(`docker/observability/${service}.dashboard.json`), showDashboard(service));
}
const guide = at('docs/operator-guide.md');
writeFileSync(guide, showRunbook(readFileSync(guide, 'utf8')));
