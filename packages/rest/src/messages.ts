import { fill, type Language, type MessageValues, type Translated, translated } from '@campus/pages';

/**
 * What the API says when something is wrong, word for word as clients of this kind of platform know it
 * (Django REST Framework and its French translation). `{name}` stands for a value.
 */
const messages = translated({
  required: ['This field is required.', 'Ce champ est obligatoire.'],
  null: ['This field may not be null.', 'Ce champ ne peut être nul.'],
  blank: ['This field may not be blank.', 'Ce champ ne peut être vide.'],
  not_a_string: ['Not a valid string.', 'Chaîne de caractère invalide.'],
  control_characters: ['Null characters are not allowed.', "Le caractère nul n'est pas autorisé."],
  max_length: [
    'Ensure this field has no more than {limit} characters.',
    'Assurez-vous que ce champ comporte au plus {limit} caractères.',
  ],
  min_length: [
    'Ensure this field has at least {limit} characters.',
    'Assurez-vous que ce champ comporte au moins {limit} caractères.',
  ],
  not_a_boolean: ['Must be a valid boolean.', 'Doit être un booléen valide.'],
  not_an_integer: ['A valid integer is required.', 'Un nombre entier valide est requis.'],
  not_a_number: ['Enter a number.', 'Saisissez un nombre.'],
  max_value: [
    'Ensure this value is less than or equal to {limit}.',
    'Assurez-vous que cette valeur est inférieure ou égale à {limit}.',
  ],
  min_value: [
    'Ensure this value is greater than or equal to {limit}.',
    'Assurez-vous que cette valeur est supérieure ou égale à {limit}.',
  ],
  not_a_choice: ['"{value}" is not a valid choice.', "« {value} » n'est pas un choix valide."],
  choices: ['Choose one of: {choices}.', 'Choisissez parmi\u00a0: {choices}.'],
  not_a_colour: ['Enter a colour like #1a5fb4.', 'Saisissez une couleur comme #1a5fb4.'],
  not_a_url: ['Enter a valid URL.', 'Saisissez une URL valide.'],
  not_a_datetime: [
    'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
    "La date + heure n'a pas le bon format. Utilisez un des formats suivants : YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].",
  ],
  not_a_date: [
    'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.',
    "La date n'a pas le bon format. Utilisez un des formats suivants : YYYY-MM-DD.",
  ],
  not_a_filter_datetime: ['Enter a valid date/time.', 'Saisissez une date et une heure valides.'],
  no_file: ['No file was submitted.', "Aucun fichier n'a été soumis."],
  not_a_file: [
    'The submitted data was not a file. Check the encoding type on the form.',
    "La donnée soumise n'est pas un fichier. Vérifiez le type d'encodage du formulaire.",
  ],
  empty_file: ['The submitted file is empty.', 'Le fichier soumis est vide.'],
  link_not_a_string: [
    'Incorrect type. Expected URL string, received {type}.',
    'Type incorrect. Attendait une URL, a reçu {type}.',
  ],
  link_no_match: ['Invalid hyperlink - No URL match.', "Lien non valide : pas d'URL correspondante."],
  link_other_host: [
    'Invalid hyperlink - No URL match: the host is not {host}.',
    "Lien non valide : pas d'URL correspondante, l'hôte n'est pas {host}.",
  ],
  link_incorrect_match: [
    'Invalid hyperlink - Incorrect URL match.',
    'Lien non valide : URL correspondante incorrecte.',
  ],
  link_does_not_exist: [
    'Invalid hyperlink - Object does not exist.',
    "Lien non valide : l'objet n'existe pas.",
  ],
  link_twice: ['One of them is there twice.', "L'un d'eux figure deux fois."],
  filter_no_such_object: [
    'Select a valid choice. That choice is not one of the available choices.',
    'Sélectionnez un choix valide. Ce choix ne fait pas partie de ceux disponibles.',
  ],
  not_a_list: [
    'Expected a list of items but got type "{type}".',
    'Attendait une liste d’éléments mais a reçu le type « {type} ».',
  ],
  too_many_links: ['At most {limit} items are taken.', 'Au plus {limit} éléments sont acceptés.'],
  unique_set: [
    'The fields {fields} must make a unique set.',
    'Les champs {fields} doivent former un ensemble unique.',
  ],
  unknown_parameter: [
    'This parameter is not known here. Known are: {known}.',
    "Ce paramètre n'est pas connu ici. Les paramètres connus sont\u00a0: {known}.",
  ],
  not_orderable: [
    '"{value}" is no field to order by. Use one of: {known}; with - before it for descending order.',
    "«\u00a0{value}\u00a0» n'est pas un champ de tri. Utilisez\u00a0: {known}\u00a0; précédé de - pour l'ordre décroissant.",
  ],
  too_many_words: ['Search for at most {limit} words.', 'Recherchez au plus {limit} mots.'],
  page_size: ['A whole number from 1 to {limit} is required.', 'Un nombre entier de 1 à {limit} est requis.'],
  offset: ['A whole number from 0 is required.', 'Un nombre entier à partir de 0 est requis.'],
  repeated: ['This field is given more than once.', 'Ce champ est donné plusieurs fois.'],
  alias_differs: [
    'This is another name of "{field}", and the two differ. Send one of them.',
    "C'est un autre nom de « {field} », et les deux diffèrent. N'envoyez que l'un des deux.",
  ],
  unique: [
    '{model} with this {label} already exists.',
    'Un objet {model} avec ce champ {label} existe déjà.',
  ],
  line_no_json: ['The line is no JSON: {reason}', "La ligne n'est pas du JSON\u00a0: {reason}"],
  line_no_object: ['The line is no JSON object.', "La ligne n'est pas un objet JSON."],
  line_too_deep: [
    'The line holds lists or objects within each other beyond what any object has.',
    "La ligne contient des listes ou des objets imbriqués au-delà de ce qu'un objet peut avoir.",
  ],
  line_no_record: [
    'The line is no record of CSV: its quotes are not closed, or not doubled.',
    "La ligne n'est pas un enregistrement CSV\u00a0: ses guillemets ne sont pas fermés, ou pas doublés.",
  ],
  line_too_long: ['The line is longer than {limit}.', 'La ligne dépasse {limit}.'],
  not_utf8: ['The line is not UTF-8.', "La ligne n'est pas en UTF-8."],
  too_many_cells: [
    'The line has {count} cells, the first one has {limit}.',
    'La ligne a {count} cellules, la première en a {limit}.',
  ],
  same_column: [
    'The columns {one} and {other} tell of the same: leave one of them out.',
    'Les colonnes {one} et {other} disent la même chose\u00a0: n’en gardez qu’une.',
  ],
  no_such_resource: [
    'There is none that can be had here by this name. Known are: {known}.',
    'Aucune ne porte ce nom ici. Sont connues\u00a0: {known}.',
  ],
  no_resource: [
    'The line does not say of which resource it is: say it in the line, or for all lines by {how}. Known are: {known}.',
    'La ligne ne dit pas sa ressource\u00a0: indiquez-la dans la ligne, ou pour toutes les lignes par {how}. Sont connues\u00a0: {known}.',
  ],
  unknown_member: [
    'There is no such field, or none that travels. Known are: {known}.',
    "Ce champ n'existe pas, ou ne voyage pas. Les champs connus sont\u00a0: {known}.",
  ],
  not_a_slug: [
    'Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.',
    'Ce champ ne doit contenir que des lettres, des nombres, des tirets bas _ et des traits d’union.',
  ],
  one_resource: [
    'A table has the objects of one resource: name one.',
    "Un tableau contient les objets d'une seule ressource\u00a0: nommez-en une.",
  ],
  may_not_write: ['You may not write this object.', "Vous n'avez pas le droit d'écrire cet objet."],
  not_a_stored_file: [
    'What the record knows of its file is a JSON object, as an export has it.',
    "Ce que l'objet sait de son fichier est un objet JSON, tel que dans un export.",
  ],
  slug_without_id: [
    'This slug begins with a number of at least {digits} digits and a hyphen, like {example}: give one, or leave it out.',
    'Ce slug commence par un nombre d’au moins {digits} chiffres et un trait d’union, comme {example}\u00a0: donnez-en un, ou rien.',
  ],
  slug_taken: ['Another object has this slug.', 'Un autre objet a ce slug.'],
  id_named_before: [
    'Lines before this one refer by this id to what has it here: put this line before them.',
    'Des lignes précédentes désignent par cet id ce qui le porte ici\u00a0: placez cette ligne avant elles.',
  ],
  row_gone: ['What this is about is not there any more.', "Ce dont il s'agit n'existe plus."],
  breaks_rule: ['These values do not go together.', 'Ces valeurs ne vont pas ensemble.'],
  not_an_object: [
    'Invalid data. Expected a dictionary, but got {type}.',
    'Donnée non valide. Un dictionnaire était attendu, mais {type} a été reçu.',
  ],
});

type MessageCode = keyof typeof messages;

/** One thing to say, in a language still to be chosen; `text` is a sentence of the application's own. */
export type Message =
  | { code: MessageCode; values?: MessageValues }
  | { text: Translated; values?: MessageValues };

/** The sentence in one language. */
export function say(message: Message, language: Language): string {
  const text = 'text' in message ? message.text : messages[message.code];
  return fill(text, message.values ?? {}, language);
}

/** `titre` → `Titre`, as a label stands above its field. */
export function capitalised(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}
