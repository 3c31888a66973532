import { dayText } from '../dates/time.ts';
import { type Html, html } from '../html.ts';
import { colon, type Language } from '../language/language.ts';
import type { Page } from '../page.ts';
import { table } from '../parts.ts';
import { compliance, statementPaths } from './compliance.ts';
import { type Audited, criteria, shortcomings } from './criteria-words.ts';
import { statementWords } from './statement-words.ts';

/** When the criteria were last gone through, all of them. */
const auditedOn = '2026-11-29';

/** The accessibility statement of a service in the form that French law asks for, made from the table of criteria. */
export function statementPage(
  options: {
    audited: Audited;
    /** What the service is called, and its public address. */
    service: { name: string; address: string };
    institution: string | undefined;
    /** `mailto:` or a page; undefined: nobody has said. */
    contact: string | undefined;
  },
  language: Language,
): Page {
  const { audited, service, institution, contact } = options;
  const say = statementWords[language];
  const { state, ...numbers } = compliance(audited);
  const other = language === 'en' ? 'fr' : 'en';
  const main = html`<p><a href="${statementPaths[other]}" lang="${other}" hreflang="${other}">${say.inOtherLanguage}</a></p>
<div class="sheet"><p>${say.commitment(institution ?? say.institution)}</p>
<p>${say.appliesTo} ${service.name} (${service.address}).</p>
<h2>${say.state}</h2><p>${say.is[state]}</p>
<h2>${say.results}</h2><p>${say.resultText(numbers)}</p>
<h2>${say.notAccessible}</h2>
<h3>${say.unmetOnes}</h3><ul>${unmetItems(audited, language)}</ul>
<h3>${say.exceptions}</h3><p>${say.noExceptions}</p>
<h3>${say.outside}</h3><p>${say.outsideText}</p>
<h2>${say.preparation}</h2><p>${say.prepared(dayText(auditedOn, language))}</p>
<h3>${say.technologies}</h3><ul><li>HTML</li><li>CSS</li><li>JavaScript</li><li>SVG</li><li>WAI-ARIA</li></ul>
<h3>${say.environment}</h3><p>${say.environmentText}</p>
<h3>${say.tools}</h3><p>${say.toolsText}</p>
<h2>${say.feedback}</h2><p>${say.feedbackText}</p>
${contact && html`<p>${say.contact}${colon(language)}<a href="${contact}">${contact.replace(/^mailto:/, '')}</a></p>`}
<h2>${say.remedies}</h2><p>${say.remediesText}</p>
<ul><li><a href="https://formulaire.defenseurdesdroits.fr/">${say.write}</a></li>
<li><a href="https://www.defenseurdesdroits.fr/saisir/delegues">${say.delegate}</a></li>
<li>${say.post}</li></ul></div>
<h2>${say.all}</h2>
${criteriaTable(audited, language)}`;
  return { title: say.title, main };
}

function unmetItems(audited: Audited, language: Language): Html[] {
  const place = language === 'en' ? 0 : 1;
  return Object.entries(criteria)
    .filter(([, [, , results]]) => results[audited] === 'unmet')
    .map(([id, texts]) => html`<li>${id} ${texts[place]}${colon(language)}${shortcomings[id]?.[place]}</li>`);
}

function criteriaTable(audited: Audited, language: Language): Html {
  const say = statementWords[language];
  const elsewhere = { signing: 'apps/video-rest/', video: 'apps/conventions-signing/' }[audited];
  return table({
    caption: say.all,
    headings: [say.criterion, say.result, say.how],
    rows: Object.entries(criteria).map(([id, [en, fr, results, tests = []]]) => {
      const files = tests
        .filter((file) => !file.startsWith(elsewhere))
        .map((file) => html`<code>${file}</code> `);
      const how = results[audited] === 'none' || files.length === 0 ? say.byHand : files;
      return [`${id} ${{ en, fr }[language]}`, say.verdicts[results[audited]], how];
    }),
  });
}
