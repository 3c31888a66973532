import { fill, type Language, type MessageValues, type Translated } from '@campus/pages';

/**
 * What the API says when something is wrong, word for word as clients of this kind of platform know it
 * (Django REST Framework and its French translation). `{name}` stands for a value.
 */
const messages = {
  required: { en: 'This field is required.', fr: 'Ce champ est obligatoire.' },
  null: { en: 'This field may not be null.', fr: 'Ce champ ne peut être nul.' },
  blank: { en: 'This field may not be blank.', fr: 'Ce champ ne peut être vide.' },
  not_a_string: { en: 'Not a valid string.', fr: 'Chaîne de caractère invalide.' },
  control_characters: {
    en: 'Null characters are not allowed.',
    fr: "Le caractère nul n'est pas autorisé.",
  },
  max_length: {
    en: 'Ensure this field has no more than {limit} characters.',
    fr: 'Assurez-vous que ce champ comporte au plus {limit} caractères.',
  },
  min_length: {
    en: 'Ensure this field has at least {limit} characters.',
    fr: 'Assurez-vous que ce champ comporte au moins {limit} caractères.',
  },
  not_a_boolean: { en: 'Must be a valid boolean.', fr: 'Doit être un booléen valide.' },
  not_an_integer: { en: 'A valid integer is required.', fr: 'Un nombre entier valide est requis.' },
  not_a_number: { en: 'Enter a number.', fr: 'Saisissez un nombre.' },
  max_value: {
    en: 'Ensure this value is less than or equal to {limit}.',
    fr: 'Assurez-vous que cette valeur est inférieure ou égale à {limit}.',
  },
  min_value: {
    en: 'Ensure this value is greater than or equal to {limit}.',
    fr: 'Assurez-vous que cette valeur est supérieure ou égale à {limit}.',
  },
  not_a_choice: { en: '"{value}" is not a valid choice.', fr: "« {value} » n'est pas un choix valide." },
  choices: { en: 'Choose one of: {choices}.', fr: 'Choisissez parmi\u00a0: {choices}.' },
  not_a_colour: {
    en: 'Enter a colour like #1a5fb4.',
    fr: 'Saisissez une couleur comme #1a5fb4.',
  },
  not_a_url: { en: 'Enter a valid URL.', fr: 'Saisissez une URL valide.' },
  not_a_datetime: {
    en: 'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
    fr: "La date + heure n'a pas le bon format. Utilisez un des formats suivants : YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].",
  },
  not_a_date: {
    en: 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.',
    fr: "La date n'a pas le bon format. Utilisez un des formats suivants : YYYY-MM-DD.",
  },
  not_a_filter_datetime: { en: 'Enter a valid date/time.', fr: 'Saisissez une date et une heure valides.' },
  no_file: { en: 'No file was submitted.', fr: "Aucun fichier n'a été soumis." },
  not_a_file: {
    en: 'The submitted data was not a file. Check the encoding type on the form.',
    fr: "La donnée soumise n'est pas un fichier. Vérifiez le type d'encodage du formulaire.",
  },
  empty_file: { en: 'The submitted file is empty.', fr: 'Le fichier soumis est vide.' },
  link_not_a_string: {
    en: 'Incorrect type. Expected URL string, received {type}.',
    fr: 'Type incorrect. Attendait une URL, a reçu {type}.',
  },
  link_no_match: {
    en: 'Invalid hyperlink - No URL match.',
    fr: "Lien non valide : pas d'URL correspondante.",
  },
  link_other_host: {
    en: 'Invalid hyperlink - No URL match: the host is not {host}.',
    fr: "Lien non valide : pas d'URL correspondante, l'hôte n'est pas {host}.",
  },
  link_incorrect_match: {
    en: 'Invalid hyperlink - Incorrect URL match.',
    fr: 'Lien non valide : URL correspondante incorrecte.',
  },
  link_does_not_exist: {
    en: 'Invalid hyperlink - Object does not exist.',
    fr: "Lien non valide : l'objet n'existe pas.",
  },
  link_twice: {
    en: 'One of them is there twice.',
    fr: "L'un d'eux figure deux fois.",
  },
  filter_no_such_object: {
    en: 'Select a valid choice. That choice is not one of the available choices.',
    fr: 'Sélectionnez un choix valide. Ce choix ne fait pas partie de ceux disponibles.',
  },
  not_a_list: {
    en: 'Expected a list of items but got type "{type}".',
    fr: 'Attendait une liste d’éléments mais a reçu le type « {type} ».',
  },
  too_many_links: { en: 'At most {limit} items are taken.', fr: 'Au plus {limit} éléments sont acceptés.' },
  unique_set: {
    en: 'The fields {fields} must make a unique set.',
    fr: 'Les champs {fields} doivent former un ensemble unique.',
  },
  unknown_parameter: {
    en: 'This parameter is not known here. Known are: {known}.',
    fr: "Ce paramètre n'est pas connu ici. Les paramètres connus sont\u00a0: {known}.",
  },
  not_orderable: {
    en: '"{value}" is no field to order by. Use one of: {known}; with - before it for descending order.',
    fr: "«\u00a0{value}\u00a0» n'est pas un champ de tri. Utilisez\u00a0: {known}\u00a0; précédé de - pour l'ordre décroissant.",
  },
  too_many_words: {
    en: 'Search for at most {limit} words.',
    fr: 'Recherchez au plus {limit} mots.',
  },
  page_size: {
    en: 'A whole number from 1 to {limit} is required.',
    fr: 'Un nombre entier de 1 à {limit} est requis.',
  },
  offset: { en: 'A whole number from 0 is required.', fr: 'Un nombre entier à partir de 0 est requis.' },
  repeated: { en: 'This field is given more than once.', fr: 'Ce champ est donné plusieurs fois.' },
  alias_differs: {
    en: 'This is another name of "{field}", and the two differ. Send one of them.',
    fr: "C'est un autre nom de « {field} », et les deux diffèrent. N'envoyez que l'un des deux.",
  },
  unique: {
    en: '{model} with this {label} already exists.',
    fr: 'Un objet {model} avec ce champ {label} existe déjà.',
  },
  not_an_object: {
    en: 'Invalid data. Expected a dictionary, but got {type}.',
    fr: 'Donnée non valide. Un dictionnaire était attendu, mais {type} a été reçu.',
  },
} satisfies Record<string, Translated>;

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
