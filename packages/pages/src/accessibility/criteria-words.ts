/** A service whose pages were looked at. */
export type Audited = 'signing' | 'video';

/** Of a criterion: met, not met, or nothing on the pages that it is about. */
type Result = 'met' | 'unmet' | 'none';

const inBoth = (both: Result) => ({ signing: both, video: both });
const [met, unmet, none] = [inBoth('met'), inBoth('unmet'), inBoth('none')];
const metByVideo = { signing: 'none', video: 'met' } as const;
const unmetByVideo = { signing: 'none', video: 'unmet' } as const;
const onlyVideoUnmet = { signing: 'met', video: 'unmet' } as const;

const [signing, video] = ['apps/conventions-signing/test/http/console', 'apps/video-rest/test/http/pages'];
const walks = [`${signing}/every-page.system.ts`, `${video}/every-page.system.ts`];
const schemes = [...walks, `${signing}/console.system.ts`, `${video}/watch/watch.system.ts`];
const phone = [`${signing}/console.system.ts`, `${video}/find/find.system.ts`];
const still = [`${signing}/looks.system.ts`];
const keyboard = [`${signing}/actions.system.ts`, `${video}/admin/admin.system.ts`];
const keys = [...keyboard, `${video}/watch/player.system.ts`];
const player = [`${video}/watch/player.system.ts`, `${video}/watch/watch.system.ts`];
const chart = ['packages/pages/test/chart.test.ts'];
const table = ['packages/pages/test/list-parts.test.ts'];
const field = ['packages/pages/test/markup.test.ts'];
const errors = [`${signing}/forms.test.ts`, `${video}/edit/edit-video.test.ts`];
const brand = 'packages/pages/test/brand.test.ts';
const asked = ['packages/pages/test/parts.test.ts'];

/**
 * The 106 criteria of RGAA 4.1 in short, the result of each for each service, and the tests that look at it on every
 * change; absent: it was looked at by hand.
 */
export const criteria: Readonly<
  Record<string, readonly [en: string, fr: string, Record<Audited, Result>, tests?: readonly string[]]>
> = {
  '1.1': ['Images that inform have an alternative', 'Images informatives – alternative présente', met, chart],
  '1.2': ['Decorative images are passed over', 'Images de décoration – ignorées', met, walks],
  '1.3': ['Alternatives of images say what they show', 'Alternatives d’images – pertinentes', met, chart],
  '1.4': ['Alternatives of CAPTCHA images', 'Images CAPTCHA – alternative', none],
  '1.5': ['Another way than a CAPTCHA', 'CAPTCHA – autre accès', none],
  '1.6': ['Images have a long description if needed', 'Images – description détaillée au besoin', met, chart],
  '1.7': ['Long descriptions say what is shown', 'Descriptions détaillées – pertinentes', met, chart],
  '1.8': ['No images of text', 'Images texte – remplacées par du texte', none],
  '1.9': ['Captions are tied to their images', 'Légendes d’images – reliées', met, chart],
  '2.1': ['Frames have a title', 'Cadres – titre présent', met, walks],
  '2.2': ['Titles of frames say what is in them', 'Titres de cadres – pertinents', met],
  '3.1': ['Nothing is told by colour alone', 'Information – pas par la couleur seule', met, walks],
  '3.2': ['Text has enough contrast', 'Textes – contraste suffisant', met, [...schemes, brand]],
  '3.3': ['Controls have enough contrast', 'Composants – contraste suffisant', met, [brand]],
  '4.1': ['Media are transcribed or described', 'Médias – transcription ou audiodescription', unmetByVideo],
  '4.2': ['Transcripts are right', 'Transcriptions – pertinentes', unmetByVideo],
  '4.3': ['Recorded media have subtitles', 'Médias – sous-titres', unmetByVideo],
  '4.4': ['Subtitles are right', 'Sous-titres – pertinents', unmetByVideo],
  '4.5': ['Recorded media have an audio description', 'Médias – audiodescription', unmetByVideo],
  '4.6': ['Audio descriptions are right', 'Audiodescriptions – pertinentes', none],
  '4.7': ['Media are identified', 'Médias – identifiables', metByVideo, player],
  '4.8': ['Other media have an alternative', 'Autres médias – alternative', none],
  '4.9': ['Their alternatives are right', 'Autres médias – alternative pertinente', none],
  '4.10': ['Sound that starts by itself can be stopped', 'Son automatique – contrôlable', metByVideo, player],
  '4.11': ['Media obey keyboard and pointer', 'Médias – clavier et pointeur', metByVideo, player],
  '4.12': ['Other media are controlled so', 'Autres médias – contrôlables', none],
  '4.13': ['Media suit assistive technologies', 'Médias – compatibles aides techniques', metByVideo, player],
  '5.1': ['Complex tables have a summary', 'Tableaux complexes – résumé', none],
  '5.2': ['Summaries are right', 'Résumés de tableaux – pertinents', none],
  '5.3': ['Layout tables read in order', 'Tableaux de mise en forme – ordre de lecture', none],
  '5.4': ['Titles are tied to their tables', 'Tableaux – titre associé', met, table],
  '5.5': ['Titles of tables say what is in them', 'Titres de tableaux – pertinents', met],
  '5.6': ['Headings of columns and rows are declared', 'Tableaux – en-têtes déclarés', met, table],
  '5.7': ['Cells are tied to their headings', 'Tableaux – cellules associées aux en-têtes', met, table],
  '5.8': ['Layout tables are no data tables', 'Tableaux de mise en forme – rien des données', none],
  '6.1': ['Links say where they lead', 'Liens – explicites', met],
  '6.2': ['Links have a text', 'Liens – intitulé présent', met, walks],
  '7.1': ['Scripts suit assistive technologies', 'Scripts – compatibles aides techniques', met, walks],
  '7.2': ['Alternatives of scripts are right', 'Scripts – alternative pertinente', met, schemes],
  '7.3': ['Scripts are controlled by keyboard and pointer', 'Scripts – clavier et pointeur', met, keys],
  '7.4': ['Changes of context are announced', 'Changements de contexte – annoncés', unmet],
  '7.5': ['Status messages are told', 'Messages de statut – restitués', unmet],
  '8.1': ['Pages have a document type', 'Pages – type de document', met, walks],
  '8.2': ['The source is valid', 'Code source – valide', met, walks],
  '8.3': ['Pages have a language', 'Pages – langue présente', met, [...walks, ...field]],
  '8.4': ['The language is right', 'Langue des pages – pertinente', met, field],
  '8.5': ['Pages have a title', 'Pages – titre présent', met, walks],
  '8.6': ['Titles of pages are right', 'Titres de pages – pertinents', met],
  '8.7': ['Changes of language are marked', 'Changements de langue – indiqués', unmet],
  '8.8': ['Marked languages are right', 'Langues indiquées – pertinentes', met],
  '8.9': ['Tags are not there for their looks', 'Balises – pas à des fins de présentation', met],
  '8.10': ['Changes of direction are marked', 'Changements de sens – signalés', none],
  '9.1': ['Headings structure the page', 'Titres – structure de l’information', met, walks],
  '9.2': ['The structure of the document is consistent', 'Structure du document – cohérente', met, walks],
  '9.3': ['Lists are lists', 'Listes – structurées', met, walks],
  '9.4': ['Quotations are marked', 'Citations – indiquées', none],
  '10.1': ['Style sheets make the presentation', 'Présentation – par feuilles de styles', met],
  '10.2': ['Content stays without style sheets', 'Sans styles – contenu présent', met],
  '10.3': ['Content is understood without them', 'Sans styles – contenu compréhensible', met],
  '10.4': ['Text is read at 200 %', 'Texte agrandi à 200 % – lisible', met, phone],
  '10.5': ['Colours of text and ground go together', 'Couleurs de texte et de fond – ensemble', met],
  '10.6': ['Links are seen among text', 'Liens – visibles dans le texte', met, walks],
  '10.7': ['The focus is seen', 'Prise de focus – visible', met, walks],
  '10.8': ['Hidden content is meant to be', 'Contenus cachés – à ignorer', met, walks],
  '10.9': ['Nothing is told by shape or place alone', 'Information – pas par forme ou position seules', met],
  '10.10': ['That rule is kept well', 'Forme, taille, position – règle bien appliquée', met],
  '10.11': ['Nothing scrolls sideways at 320 px', 'À 320 px – pas de défilement horizontal', met, phone],
  '10.12': ['Spacing of text can be changed', 'Espacement du texte – modifiable', met, walks],
  '10.13': ['What appears on hover is controlled', 'Contenus au survol – contrôlables', met, player],
  '10.14': ['What styles alone show is reached by keys', 'Contenus par CSS seul – clavier', met],
  '11.1': ['Fields have a label', 'Champs – étiquette présente', met, [...walks, ...field]],
  '11.2': ['Labels are right', 'Étiquettes – pertinentes', met],
  '11.3': ['Labels are consistent', 'Étiquettes – cohérentes', met],
  '11.4': ['Labels are beside their fields', 'Étiquettes – accolées aux champs', met],
  '11.5': ['Fields of a kind are grouped', 'Champs de même nature – regroupés', met],
  '11.6': ['Groups have a legend', 'Regroupements – légende', met],
  '11.7': ['Legends are right', 'Légendes de regroupements – pertinentes', met],
  '11.8': ['Choices of a kind are grouped', 'Choix de même nature – regroupés', none],
  '11.9': ['Buttons say what they do', 'Boutons – intitulé pertinent', met, walks],
  '11.10': ['Input is checked well', 'Contrôle de saisie – pertinent', met, [...field, ...errors]],
  '11.11': ['Errors come with help', 'Contrôle de saisie – suggestions', met, errors],
  '11.12': ['What matters is confirmed or undone', 'Données importantes – confirmées', met, asked],
  '11.13': ['Browsers fill in fields about oneself', 'Champs personnels – remplissage automatique', met],
  '12.1': ['There are two ways to find pages', 'Pages – deux systèmes de navigation', unmet],
  '12.2': ['Menus are always at the same place', 'Menus – toujours à la même place', met],
  '12.3': ['The site map is right', 'Plan du site – pertinent', none],
  '12.4': ['The site map is reached alike everywhere', 'Plan du site – atteignable de même partout', none],
  '12.5': ['The search is reached alike everywhere', 'Recherche – atteignable de même partout', none],
  '12.6': ['Regions can be reached or passed over', 'Zones – atteignables ou évitables', met, walks],
  '12.7': ['A link skips to the content', 'Lien d’accès au contenu', met, [...walks, ...field]],
  '12.8': ['The order of the focus is right', 'Ordre de tabulation – cohérent', met, [...walks, ...keyboard]],
  '12.9': ['The keyboard is not trapped', 'Clavier – pas de piège', met, keys],
  '12.10': ['Keys of one letter are controlled', 'Touches seules – contrôlables', metByVideo, player],
  '12.11': ['What appears is reached by keyboard', 'Contenus additionnels – au clavier', met, keys],
  '13.1': ['Limits of time are controlled', 'Limites de temps – contrôlables', unmet],
  '13.2': ['No window opens by itself', 'Nouvelles fenêtres – pas sans action', met],
  '13.3': ['Documents have an accessible version', 'Documents – version accessible', unmet],
  '13.4': ['Accessible versions say the same', 'Versions accessibles – même information', none],
  '13.5': ['Cryptic content has an alternative', 'Contenus cryptiques – alternative', none],
  '13.6': ['Their alternatives are right', 'Contenus cryptiques – alternative juste', none],
  '13.7': ['Flashes are used safely', 'Flashs – correctement utilisés', onlyVideoUnmet],
  '13.8': ['What moves can be stopped', 'Contenus en mouvement – contrôlables', met, still],
  '13.9': ['Pages work in both orientations', 'Orientation – portrait et paysage', met, phone],
  '13.10': ['Complex gestures have an alternative', 'Gestes complexes – alternative', none],
  '13.11': ['Actions of a pointer can be cancelled', 'Actions du pointeur – annulables', met],
  '13.12': ['Motion of the device is not needed', 'Mouvements de l’appareil – alternative', none],
};

/** Why a criterion is not met. */
export const shortcomings: Readonly<Record<string, readonly [en: string, fr: string]>> = {
  '4.1': [
    'Not every video has a transcript or an audio description; where there are subtitles, their text is a transcript.',
    'Toutes les vidéos n’ont pas de transcription ni d’audiodescription\u202f; là où il y a des sous-titres, leur texte en tient lieu.',
  ],
  '4.2': [
    'Nobody checks that transcripts say what is heard and seen.',
    'Rien n’assure que les transcriptions disent ce qui s’entend et se voit.',
  ],
  '4.3': [
    'Not every video has subtitles: whoever publishes it adds them.',
    'Toutes les vidéos n’ont pas de sous-titres\u00a0: c’est à qui les publie de les ajouter.',
  ],
  '4.4': ['Nobody checks subtitles.', 'Rien n’assure que les sous-titres sont fidèles.'],
  '4.5': [
    'Videos have no audio description beside their sound, unless whoever publishes them adds it as another language.',
    'Les vidéos n’ont pas d’audiodescription, sauf si qui les publie l’ajoute comme une autre langue.',
  ],
  '7.4': [
    'A page that follows what happens loads itself anew once that has ended, without a word before.',
    'Une page qui suit ce qui se passe se recharge à la fin, sans l’annoncer.',
  ],
  '7.5': [
    'Progress and states that change while a page is open are not read out by themselves.',
    'La progression et les états qui changent sur une page ouverte ne sont pas restitués d’eux-mêmes.',
  ],
  '8.7': [
    'Titles and texts that people have written are not marked with their language.',
    'La langue des titres et des textes écrits par les utilisateurs n’est pas indiquée.',
  ],
  '12.1': [
    'There is a menu, and a search of what is listed, but no site map and no search of all pages.',
    'Il y a un menu, et une recherche dans les listes, mais ni plan du site ni recherche dans toutes les pages.',
  ],
  '13.1': [
    'A session ends after two hours without use and twelve in all, without a warning; parts that follow what happens cannot be paused.',
    'Une session se termine après deux heures sans usage et douze en tout, sans avertissement\u202f; les parties qui suivent ce qui se passe ne se mettent pas en pause.',
  ],
  '13.3': [
    'PDF files are offered as they were received; those that the service draws have no tags. Pages say what certificates and records say.',
    'Les fichiers PDF sont offerts tels que reçus\u202f; ceux que le service dessine ne sont pas balisés. Des pages disent ce que disent attestations et dossiers.',
  ],
  '13.7': ['Nobody checks videos for flashes.', 'Rien n’assure que les vidéos sont sans flashs.'],
};
