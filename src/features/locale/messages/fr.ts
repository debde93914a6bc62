import type { Messages } from '../messages.ts';

/** French. */
export const messages: Messages = {
  error: 'Erreur',
  statuses: {
    400: 'Requête incorrecte',
    401: 'Authentification requise',
    402: 'Paiement requis',
    403: 'Accès interdit',
    404: 'Introuvable',
    405: 'Méthode non autorisée',
    406: 'Format non disponible',
    407: 'Authentification auprès du proxy requise',
    408: 'Délai de la requête dépassé',
    409: 'Conflit',
    410: 'Supprimé définitivement',
    411: 'Longueur requise',
    412: 'Condition préalable non remplie',
    413: 'Contenu trop volumineux',
    414: 'URI trop longue',
    415: 'Type de média non pris en charge',
    416: 'Plage non satisfaisable',
    417: 'Attente non satisfaite',
    418: 'Je suis une théière',
    421: 'Requête mal adressée',
    422: 'Contenu non traitable',
    423: 'Verrouillé',
    424: 'Échec d’une dépendance',
    425: 'Trop tôt',
    426: 'Mise à niveau requise',
    428: 'Condition préalable requise',
    429: 'Trop de requêtes',
    431: 'En-têtes de la requête trop volumineux',
    451: 'Indisponible pour des raisons légales',
    500: 'Erreur interne du serveur',
    501: 'Non implémenté',
    502: 'Mauvaise passerelle',
    503: 'Service indisponible',
    504: 'Délai de la passerelle dépassé',
    505: 'Version de HTTP non prise en charge',
    506: 'La variante négocie elle-même',
    507: 'Espace de stockage insuffisant',
    508: 'Boucle détectée',
    511: 'Authentification auprès du réseau requise',
  },
  texts: {
    'Validation failed': 'Validation échouée',
    'The body is empty; JSON was expected': 'Le corps est vide ; du JSON était attendu',
    'Malformed JSON at line {line}, column {column}: unexpected {found}':
      'JSON mal formé à la ligne {line}, colonne {column} : {found} inattendu',
    'Member {name} is there twice, at line {line}, column {column}':
      'Le membre {name} est présent deux fois, à la ligne {line}, colonne {column}',
    'The body is not valid UTF-8': 'Le corps n’est pas de l’UTF-8 valide',
    'The body broke off before its end': 'Le corps s’est interrompu avant la fin',
    'The body came too slowly': 'Le corps est arrivé trop lentement',
    'The body may have at most {bytes} bytes': 'Le corps ne peut dépasser {bytes} octets',
    'The body did not arrive within {milliseconds} ms': 'Le corps n’est pas arrivé en {milliseconds} ms',
    'A body coded as "{coding}" is not read here; send it as it is':
      'Un corps codé en « {coding} » n’est pas lu ici ; envoyez-le tel quel',
    'Text in "{charset}" is not read here; send UTF-8':
      'Le texte en « {charset} » n’est pas lu ici ; envoyez de l’UTF-8',
    'A body of type "{type}" is not read here; send {types}':
      'Un corps de type « {type} » n’est pas lu ici ; envoyez {types}',
    'The body has no Content-Type; send {types}': 'Le corps n’a pas de Content-Type ; envoyez {types}',
    'The content-type "{type}" is not supported. Supported MIME types are {types}.':
      'Le type de contenu « {type} » n’est pas pris en charge. Types MIME pris en charge : {types}.',
    'Requested format "{type}" is not supported. Supported MIME types are {types}.':
      'Le format demandé « {type} » n’est pas pris en charge. Types MIME pris en charge : {types}.',
    'A URL may have at most {bytes} bytes': 'Une URL ne peut dépasser {bytes} octets',
    'A request may have at most {count} headers': 'Une requête ne peut avoir plus de {count} en-têtes',
    'There is no {type} "{id}"': 'Il n’y a pas de {type} « {id} »',
    'There is nothing at {path}': 'Il n’y a rien à {path}',
    'Read the {type} first and send If-Match with its ETag':
      'Lisez d’abord l’élément de type {type}, puis envoyez If-Match avec son ETag',
    'If-Match does not name what is there now': 'If-Match ne désigne pas ce qui s’y trouve maintenant',
    'Too many requests; ask again in {seconds} s': 'Trop de requêtes ; réessayez dans {seconds} s',
    'This needs a login, and the request has no credentials':
      'Cette ressource exige une connexion, et la requête ne contient pas d’identifiants',
    'Authentication is required': 'Une authentification est requise',
    'Access is denied': 'Accès refusé',
    'Name or password is wrong': 'Le nom ou le mot de passe est incorrect',
    'The credentials are malformed': 'Les identifiants sont mal formés',
    'The API key is malformed': 'La clé d’API est mal formée',
    'The API key is not valid': 'La clé d’API est inconnue',
    'The API key has expired': 'La clé d’API a expiré',
    'Too many attempts to log in': 'Trop de tentatives de connexion',
    'Too many passwords are being checked': 'Trop de mots de passe sont en cours de vérification',
    'A login is sent as application/json': 'Une connexion s’envoie en application/json',
    'A login has at most {bytes} bytes': 'Une connexion compte au plus {bytes} octets',
    'A login has the texts "username" and "password"': 'Une connexion comporte les textes « username » et « password »',
    'Request may be forged': 'La requête est peut-être falsifiée',
    'The token does not belong to this session': 'Le jeton n’appartient pas à cette session',
    'The session ended, or got a new id, while this request was under way; send it again':
      'La session a pris fin, ou a reçu un nouvel identifiant, pendant cette requête ; renvoyez-la',
    'Requests cannot be counted now': 'Les requêtes ne peuvent pas être comptées pour le moment',
    'No answer to {method} {path} in time': 'Pas de réponse à {method} {path} dans le délai imparti',
    'There is no such file': 'Ce fichier n’existe pas',
    'Other items still refer to this one': 'D’autres éléments y font encore référence',
    'The form is malformed: its parts are not separated by the declared boundary':
      'Le formulaire est mal formé : ses parties ne sont pas entre les limites annoncées',
    'There are more than {count} query parameters; send fewer':
      'Il y a plus de {count} paramètres de requête ; envoyez-en moins',
    'The query has {count} conditions; at most {max} are allowed':
      'La requête comporte {count} conditions ; {max} au plus sont autorisées',
    'The Host header is missing (RFC 9112 §3.2)': 'L’en-tête Host est absent (RFC 9112 §3.2)',
    'What the proxies say of the client cannot be read (RFC 7239)':
      'Ce que les proxys disent du client est illisible (RFC 7239)',
    'Must match the path or be omitted': 'Doit être ce qu’indique le chemin, ou être omis',
    'The Idempotency-Key must be a quoted string of 1 to 255 characters':
      'La clé Idempotency-Key doit être un texte de 1 à 255 caractères entre guillemets',
    'This Idempotency-Key was used for a different request; use a new key':
      'Cette Idempotency-Key a servi à une autre requête ; prenez-en une nouvelle',
    'A request with this Idempotency-Key is still in progress; retry later':
      'Une requête avec cette Idempotency-Key est encore en cours ; réessayez dans un instant',
    'Wrong query: {violations}': 'Requête erronée : {violations}',
    'No such resource: {violations}': 'Ressource inexistante : {violations}',
    'is not known here; did you mean "{name}"?': 'n’est pas connu ici ; vouliez-vous dire « {name} » ?',
    'is not known here; known are {names}': 'n’est pas connu ici ; sont connus {names}',
    'is not known here; this route takes none': 'n’est pas connu ici ; cette route n’en accepte aucun',
    'Unknown member; did you mean "{name}"?': 'N’est pas connu ; vouliez-vous dire « {name} » ?',
    'Unknown member; known members: {names}': 'N’est pas connu ; sont connus {names}',
    'is required': 'est obligatoire',
    'is longer than {count} characters': 'dépasse {count} caractères',
    'came {count} times; send it once': 'est présent {count} fois ; envoyez-le une seule fois',
    'must be a whole number from {least} on': 'doit être un nombre entier à partir de {least}',
    'must be a whole number, such as 12': 'doit être un nombre entier, par exemple 12',
    'must be a number, such as 12': 'doit être un nombre, par exemple 12',
    'must be "true" or "false"': 'doit être « true » ou « false »',
    'must be a date, such as 2026-01-31 or 2026-01-31T12:00:00Z':
      'doit être une date, par exemple 2026-01-31 ou 2026-01-31T12:00:00Z',
    'must be "asc" or "desc"': 'doit être « asc » ou « desc »',
    'Cannot be written': 'Ne peut pas être modifié',
    'Is taken already': 'Est déjà pris',
    'Session ended': 'Session terminée',
    'Sessions are not available': 'Les sessions ne sont pas disponibles',
    '{count} Host headers were sent; HTTP allows one': '{count} en-têtes Host ont été envoyés ; HTTP en permet un seul',
    'Invalid Host "{host}".': 'Host « {host} » non valide.',
    'Host "{host}" is not served here: {why}': 'L’hôte « {host} » n’est pas servi ici : {why}',
    'this host answers to other names': 'ce serveur répond à d’autres noms',
    'in development only loopback names answer: {names}':
      'en développement, seuls les noms de bouclage répondent : {names}',
    'The request target {target} is neither a path nor an http URL':
      'La cible {target} de la requête n’est ni un chemin ni une URL http',
    '"*" stands for the whole server and is understood with OPTIONS only':
      '« * » désigne le serveur entier et n’est compris qu’avec OPTIONS',
    'The headers of a request may have at most {bytes} bytes':
      'Les en-têtes d’une requête ne peuvent dépasser {bytes} octets',
    'The only transfer coding that can be read is chunked': 'Le seul codage de transfert lisible est chunked',
    'The only expectation that can be met is 100-continue':
      'La seule attente qui puisse être satisfaite est 100-continue',
    'The chunk extensions are too large': 'Les extensions des blocs sont trop volumineuses',
    'The body cannot be read: its chunks are malformed': 'Le corps est illisible : ses blocs sont mal formés',
    'Forwarded and X-Forwarded-* name different clients': 'Forwarded et X-Forwarded-* désignent des clients différents',
    'Forwarded and X-Forwarded-* name different schemes': 'Forwarded et X-Forwarded-* désignent des schémas différents',
    'Forwarded and X-Forwarded-* name different hosts': 'Forwarded et X-Forwarded-* désignent des hôtes différents',
    '{header} is {method}; a POST can stand for PUT, PATCH or DELETE':
      '{header} vaut {method} ; un POST peut remplacer PUT, PATCH ou DELETE',
    'A {type} cannot be forwarded as a JSON body': 'Une valeur de type {type} ne peut être transmise comme corps JSON',
    'The "Content-Type" header must exist. Supported MIME types are {types}.':
      'L’en-tête « Content-Type » doit être présent. Types MIME pris en charge : {types}.',
    'Format "{format}" is not supported': 'Le format « {format} » n’est pas pris en charge',
    'The file has {count} bytes': 'Le fichier compte {count} octets',
    'Malformed JSON at line {line}, column {column}: unexpected the end of the text':
      'JSON mal formé à la ligne {line}, colonne {column} : fin de texte inattendue',
    'It is nested more than {count} levels deep': 'L’imbrication dépasse {count} niveaux',
    'It is nested more than {count} levels deep at {pointer}': 'L’imbrication dépasse {count} niveaux, à {pointer}',
    'The name of a member holds half of a surrogate pair':
      'Le nom d’un membre contient la moitié d’une paire de substitution',
    'The name of a member holds half of a surrogate pair at {pointer}':
      'Le nom d’un membre contient la moitié d’une paire de substitution, à {pointer}',
    'A number is too large for what computers count with': 'Un nombre est trop grand pour les calculs d’un ordinateur',
    'A number is too large for what computers count with at {pointer}':
      'Un nombre est trop grand pour les calculs d’un ordinateur, à {pointer}',
    'A text holds half of a surrogate pair': 'Un texte contient la moitié d’une paire de substitution',
    'A text holds half of a surrogate pair at {pointer}':
      'Un texte contient la moitié d’une paire de substitution, à {pointer}',
    'A JSON Patch must be an array of operations': 'Un JSON Patch est une liste d’étapes',
    'A JSON Patch can have at most {count} operations': 'Un JSON Patch ne peut compter plus de {count} étapes',
    'Operation {step} is not an object': 'L’étape {step} n’est pas un objet',
    'Operation {step} has an unknown op {op}; supported: {ops}':
      'L’étape {step} a l’opération {op} ; sont connues {ops}',
    'Operation {step} has the path {path}, which is not a JSON pointer':
      'L’étape {step} a le chemin {path}, qui n’est pas un pointeur JSON',
    'Operation {step} has the from {path}, which is not a JSON pointer':
      'L’étape {step} a pour « from » {path}, qui n’est pas un pointeur JSON',
    'Operation {step} has no value': 'L’étape {step} n’a pas de valeur',
    'Operation {step} would move {path} into itself': 'L’étape {step} déplacerait {path} dans lui-même',
    'Operation {step} ({op} {path}) failed: {why}': 'L’étape {step} ({op} {path}) ne convient pas : {why}',
    'an array of length {count} has no index {index}': 'une liste de {count} n’a pas de position {index}',
    'the path does not exist': 'il n’y a rien à cet endroit',
    'the value is different': 'la valeur est différente',
    'the parent is not an object or an array': 'rien ne peut y être placé',
    'The patch would make the document too large': 'Le patch rendrait le document trop volumineux',
    'Identify the item by {fields}': 'Désignez l’élément par {fields}',
    'Duplicate item {id}': '{id} figure deux fois dans la liste',
    'There is no {type} {id}': 'Il n’y a pas de {type} {id}',
    'There is already an item of "{type}" with this {fields}':
      'Il existe déjà dans « {type} » un élément avec cette valeur de {fields}',
    'There is already an item of "{type}" with these values':
      'Il existe déjà dans « {type} » un élément avec ces valeurs',
    'The item was deleted while it was changed': 'L’élément a disparu pendant sa modification',
    'The {type} was deleted while it was changed': 'L’élément de type {type} a disparu pendant sa modification',
    'Requires a value that you are not allowed to set': 'Nécessite une valeur que vous ne pouvez pas définir',
    'You may not write a {type} with these values':
      'Vous ne pouvez pas écrire un élément de type {type} avec ces valeurs',
    'Expected a list of items': 'Envoyez une liste d’éléments',
    'Expected at most {count} items': 'Envoyez au plus {count} éléments à la fois',
    'Expected one item, got {count}': 'Un seul élément était attendu, {count} ont été reçus',
    'Expected at most {limit} links, got {count}': 'Au plus {limit} liens étaient attendus, {count} ont été reçus',
    'Must be a date between the years 1 and 9999': 'Doit être une date entre les années 1 et 9999',
    'Must not hold the character U+0000': 'Ne doit pas contenir le caractère U+0000',
    'Must not hold half a surrogate pair': 'Ne doit pas contenir la moitié d’une paire de substitution',
    'Must not hold U+0000 or half a surrogate pair':
      'Ne doit contenir ni U+0000 ni la moitié d’une paire de substitution',
    'Expected the IRI of a {type}, such as {example}':
      'L’IRI d’un élément de type {type} était attendue, par exemple {example}',
    'Expected the IRI of an {type}, such as {example}':
      'L’IRI d’un élément de type {type} était attendue, par exemple {example}',
    'If-None-Match is *, and there is something': 'If-None-Match vaut *, et il y a déjà quelque chose',
    'If-None-Match names "{tag}"': 'If-None-Match désigne « {tag} »',
    'It was changed since the time of If-Unmodified-Since':
      'Une modification a eu lieu depuis la date de If-Unmodified-Since',
    'Read the {type} first and send If-Match with its ETag, or If-Unmodified-Since with its Last-Modified':
      'Lisez d’abord l’élément de type {type}, puis envoyez If-Match avec son ETag ou If-Unmodified-Since avec son Last-Modified',
    'An Idempotency-Key is required; use a new key for each new operation, such as "{example}"':
      'Envoyez une Idempotency-Key, une nouvelle pour chaque nouvelle intention : « {example} »',
    '{method} {path} is no longer available since {date}': '{method} {path} n’existe plus depuis {date}',
    'There is no document at {path}': 'Il n’y a pas de document à {path}',
    'There is no OpenAPI document of version "{version}"; use 3.1 or 3.2':
      'Il n’y a pas de document OpenAPI de version « {version} » ; demandez 3.1 ou 3.2',
    'Swagger UI has no file "{name}"': 'Swagger UI n’a pas de fichier « {name} »',
    'has more than {count} paths': 'indique plus de {count} chemins',
    'follows more than {count} relationships in "{path}"': 'va au-delà de {count} relations dans « {path} »',
    'names "{name}", which is not a relationship of {type}; did you mean "{meant}"?':
      'indique « {name} », qui n’est pas une relation de {type} ; vouliez-vous dire « {meant} » ?',
    'names "{name}", which is not a relationship of {type}; known relationships: {names}':
      'indique « {name} », qui n’est pas une relation de {type} ; sont connues {names}',
    'names "{name}", which is not a relationship of {type}; it has none':
      'indique « {name} », qui n’est pas une relation de {type} ; il n’y en a aucune',
    'would include more than {count} items; request smaller pages':
      'inclurait plus de {count} éléments ; demandez des pages plus petites',
    'Cannot be set': 'Ne peut être choisi',
    'The CSV needs a header row with field names and a row for each item':
      'Le CSV doit avoir une ligne avec les noms des champs et, au-dessous, une ligne par élément',
    'Row {row} of the CSV has {cells} cells, but the header row has {names}':
      'La ligne {row} du CSV a {cells} cellules, la ligne des noms {names}',
    'The CSV has more than {count} columns, at line {line}': 'Le CSV a plus de {count} colonnes, à la ligne {line}',
    'The CSV has more than {count} rows, at line {line}': 'Le CSV a plus de {count} lignes, à la ligne {line}',
    'The CSV has a quote in an unquoted cell, at line {line}':
      'Le CSV a un guillemet dans une cellule sans guillemets, à la ligne {line}',
    'The CSV has an unterminated quote, at line {line}':
      'Le CSV a un guillemet qui n’est jamais fermé, à la ligne {line}',
    'The CSV has characters after the closing quote of a cell, at line {line}':
      'Le CSV a du texte après le guillemet fermant d’une cellule, à la ligne {line}',
    'The media type has the parameter "{parameter}"; no extension is supported':
      'Le type de média a le paramètre « {parameter} » ; aucune extension n’est prise en charge',
    'The media type has the parameter "{parameter}"; JSON:API allows "ext" and "profile" only':
      'Le type de média a le paramètre « {parameter} » ; JSON:API ne permet que « ext » et « profile »',
    'Is a relationship': 'Est une relation',
    'Is not a relationship': 'N’est pas une relation',
    'Expected the resource type "{type}", not "{other}"': 'Les ressources ont ici le type « {type} », pas « {other} »',
    'The request is for {type} "{id}", but the document has a different identifier':
      'La requête porte sur {type} « {id} », le document sur un autre élément',
    'The server assigns identifiers; omit "id"': 'Le serveur choisit les identifiants ; omettez « id »',
    'Cannot be set; the server assigns it': 'Ne peut être choisi ; le serveur l’attribue',
    'Expected resource linkage, or null': 'Une liaison de ressource, ou null, était attendue',
    'Expected { "type": "{type}", "id": … }': '{ "type": "{type}", "id": … } était attendu',
    'Expected a resource object: { "type": …, "attributes": { … } }':
      'Un objet de ressource était attendu : { "type": …, "attributes": { … } }',
    'Expected an object': 'Un objet était attendu',
    'Expected "{value}"': '« {value} » était attendu',
    'Expected "{value}", the identifier of the item': '« {value} », l’identifiant de l’élément, était attendu',
    'Expected "{value}", the item of the request': '« {value} », sur quoi porte la requête, était attendu',
    'Is not an identifier of this resource': 'N’est pas un identifiant de cette ressource',
    'Unsupported context; use the members of {context}':
      'N’est pas lu ici ; envoyez les membres comme les définit {context}',
    'The form has more than {count} parts': 'Le formulaire a plus de {count} parties',
    'The file of "{field}" has more than {bytes} bytes': 'Le fichier de « {field} » dépasse {bytes} octets',
    'Pages by cursor cannot be in an order that goes through a link':
      'Les pages par curseur ne peuvent suivre un ordre qui passe par un lien',
    'A question may hold {count} values; this one has more':
      'Une interrogation peut contenir {count} valeurs ; celle-ci en a davantage',
    'A filter may be {count} levels deep; this one is deeper':
      'Un filtre peut avoir {count} niveaux ; celui-ci en a davantage',
    'Send an object: parameters by their names': 'Envoyez un objet : les paramètres par leur nom',
    'No parameter is nested that deep': 'Aucun paramètre n’est imbriqué aussi profondément',
    'has a percent-encoding that is no UTF-8': 'a un encodage-pourcent qui n’est pas de l’UTF-8',
    'is no cursor of this list: it was changed, made for another list or order, or has grown old; leave it out to begin at the first page':
      'n’est pas un curseur de cette liste : il a été modifié, vient d’une autre liste ou d’un autre ordre, ou a expiré ; omettez-le pour commencer à la première page',
    'has more than {count} words': 'a plus de {count} mots',
    'has more than {count} keys': 'a plus de {count} clés',
    'must be two values with ".." between them, such as 2..5':
      'doit être deux valeurs séparées par « .. », par exemple 2..5',
    'must be the IRI or the identifier of an item': 'doit être l’IRI ou l’identifiant d’un élément',
    'must not have a NUL byte in it': 'ne doit pas contenir d’octet NUL',
    'cannot be switched off here': 'ne peut être désactivé ici',
    'is in a group above {most}': 'est dans un groupe au-delà de {most}',
    'is not known in {dialect}; there it is "{name}"': 'n’est pas connu en {dialect} ; on y écrit « {name} »',
    'came {count} times; for any of several send {name}[]':
      'est présent {count} fois ; pour l’une de plusieurs valeurs, envoyez {name}[]',
    'names "{name}", which is no view; did you mean "{meant}"?':
      'indique « {name} », qui n’est pas une vue ; vouliez-vous dire « {meant} » ?',
    'names "{name}", which is no view; known are {names}':
      'indique « {name} », qui n’est pas une vue ; sont connues {names}',
    'names "{name}", which no {type} has; did you mean "{meant}"?':
      'indique « {name} », qu’aucun {type} ne possède ; vouliez-vous dire « {meant} » ?',
    'names "{name}", which no {type} has; known are {names}':
      'indique « {name} », qu’aucun {type} ne possède ; sont connus {names}',
    'names "{name}", by which nothing is ordered; did you mean "{meant}"?':
      'indique « {name} », selon lequel rien n’est trié ; vouliez-vous dire « {meant} » ?',
    'names "{name}", by which nothing is ordered; known are {names}':
      'indique « {name} », selon lequel rien n’est trié ; sont connus {names}',
    'No firewall covers this request': 'Aucun pare-feu ne couvre cette requête',
    'The token is refused: {why}': 'Le jeton est refusé : {why}',
    'it is longer than {count} characters': 'il dépasse {count} caractères',
    'it is malformed: {why}': 'il est mal formé : {why}',
    'it has more than three parts instead of three': 'il a plus de trois parties au lieu de trois',
    'it has {count} parts instead of three': 'il a {count} parties au lieu de trois',
    'its header is not a JSON object in base64url': 'son en-tête n’est pas un objet JSON en base64url',
    'its claims are not a JSON object without duplicate members':
      'ses revendications ne sont pas un objet JSON sans membres en double',
    'its algorithm is {algorithm}': 'son algorithme est {algorithm}',
    'its header requires an extension': 'son en-tête demande une extension',
    'its kid is not a string': 'son « kid » n’est pas un texte',
    'its typ is not a string': 'son « typ » n’est pas un texte',
    'its payload is not base64url': 'son contenu n’est pas du base64url',
    'its signature is not base64url': 'sa signature n’est pas en base64url',
    'its signature does not match': 'sa signature ne correspond pas',
    'it is signed with {algorithm}, which is not allowed': 'il est signé avec {algorithm}, ce qui n’est pas permis',
    'it is signed with an unknown key': 'il est signé avec une clé inconnue',
    'it is of another type': 'il est d’un autre type',
    'it has no {claim}': 'il n’a pas de {claim}',
    'its {claim} is not a valid time': 'son {claim} n’est pas une heure',
    'it expired {count} day ago': 'il a expiré il y a {count} jour',
    'it expired {count} days ago': 'il a expiré il y a {count} jours',
    'it expired {count} hour ago': 'il a expiré il y a {count} heure',
    'it expired {count} hours ago': 'il a expiré il y a {count} heures',
    'it expired {count} minute ago': 'il a expiré il y a {count} minute',
    'it expired {count} minutes ago': 'il a expiré il y a {count} minutes',
    'it expired {count} second ago': 'il a expiré il y a {count} seconde',
    'it expired {count} seconds ago': 'il a expiré il y a {count} secondes',
    'it is not valid yet': 'il n’est pas encore valide',
    'it was issued in the future': 'il a été émis dans le futur',
    'it is from another issuer': 'il vient d’un autre émetteur',
    'it is for another audience': 'il est destiné à une autre audience',
    'it identifies no user': 'il n’identifie aucun utilisateur',
    'This login was not started in this session, or it has expired':
      'Cette connexion n’a pas été commencée dans cette session, ou elle a expiré',
    'The response of the issuer is not valid': 'La réponse de l’émetteur n’est pas valide',
    'The issuer did not authenticate the user': 'L’émetteur n’a pas authentifié l’utilisateur',
    'No account belongs to this login': 'Aucun compte ne correspond à cette connexion',
    'The issuer rejected the authorization code': 'L’émetteur a refusé le code d’autorisation',
    'The request comes from another site: {why}': 'La requête vient d’un autre site : {why}',
    'its Origin is "null"': 'son Origin est « null »',
    'Sec-Fetch-Site is {site}': 'Sec-Fetch-Site vaut {site}',
    'its Origin is {origin}, and this host is "{own}"': 'son Origin est {origin}, et ce serveur est « {own} »',
    'Send a token of this session as X-CSRF-Token, or as _csrf in a form, before its files; session.csrfToken() gives one':
      'Envoyez un jeton de cette session en tant que X-CSRF-Token, ou _csrf dans un formulaire, avant ses fichiers ; session.csrfToken() en donne un',
    'CORS does not allow the method {method}; allowed methods: {methods}':
      'CORS n’autorise pas la méthode {method} ; méthodes autorisées : {methods}',
    'CORS does not allow the header {header}; allowed headers: {headers}':
      'CORS n’autorise pas l’en-tête {header} ; en-têtes autorisés : {headers}',
    'CORS does not allow the header {header}; allowed headers: none':
      'CORS n’autorise pas l’en-tête {header} ; en-têtes autorisés : aucun',
    '{name} is not a valid header name': '{name} n’est pas un nom d’en-tête',
    'Pages of public networks may not send requests to this host in a private network':
      'Les pages de réseaux publics ne peuvent interroger ce serveur, qui est dans un réseau privé',
    'The Authorization header has no bearer token': 'Authorization ne contient pas de jeton bearer',
    'A token is required': 'Un jeton est nécessaire ici',
    'The token is not valid': 'Le jeton n’est pas valide',
    'The token does not allow reading this': 'Le jeton ne permet pas de lire ceci',
    'The token does not allow publishing to "{topic}"': 'Le jeton ne permet pas de publier sous « {topic} »',
    'Publishing with a cookie requires an Origin or a Referer header':
      'Un cookie ne publie qu’accompagné d’un Origin ou d’un Referer',
    'Cookies are not accepted from pages of "{origin}"': 'Les cookies des pages de « {origin} » ne sont pas acceptés',
    'Send the update as application/x-www-form-urlencoded':
      'Envoyez la mise à jour en application/x-www-form-urlencoded',
    'The fields are not UTF-8': 'Les champs ne sont pas en UTF-8',
    'An update needs at least one "topic"': 'Une mise à jour doit avoir au moins un « topic »',
    'An update may have at most {count} topics': 'Une mise à jour peut avoir {count} sujets',
    'An update may have at most {most} topics, not {count}': 'Une mise à jour peut avoir {most} sujets, pas {count}',
    'A "topic" must not be empty': 'Un « topic » ne doit pas être vide',
    'The topic "*" matches all topics and cannot be published to':
      'Le sujet « * » désigne tous les sujets ; on ne peut y publier',
    'The topic "{topic}" is reserved for the hub': 'Le sujet « {topic} » appartient au hub',
    'The type "{type}" is reserved for the hub': 'Le type « {type} » appartient au hub',
    'The "data" of an update may have at most {bytes} bytes': '« data » d’une mise à jour peut compter {bytes} octets',
    'The "retry" of an update must consist of digits': '« retry » d’une mise à jour se compose de chiffres',
    'The "retry" of an update may have at most {count} digits':
      '« retry » d’une mise à jour peut avoir {count} chiffres',
    'The "retry" of an update must be a number of milliseconds':
      '« retry » d’une mise à jour est un nombre de millisecondes',
    'An "id" must not begin with "#"': 'Un « id » ne doit pas commencer par « # »',
    'The id "earliest" is reserved for the start of the history': 'L’id « earliest » désigne le début',
    'A "{field}" may have at most {count} characters': '« {field} » peut compter {count} caractères',
    'A "{field}" must not contain control or invisible characters':
      '« {field} » ne doit contenir aucun caractère de contrôle ou invisible',
    'Send the matchers as application/x-www-form-urlencoded':
      'Envoyez les sélecteurs en application/x-www-form-urlencoded',
    'The parameters are not UTF-8': 'Les paramètres ne sont pas en UTF-8',
    'The parameters have {count} characters; at most {most} are allowed':
      'Les paramètres comptent {count} caractères et peuvent en avoir {most}',
    'The patterns have more than {count} steps together: use fewer or simpler ones':
      'Les motifs ont ensemble plus de {count} étapes : prenez-en moins ou de plus simples',
    'A subscriber may have at most {count} matchers': 'Un abonné peut avoir {count} sélecteurs',
    'A matcher may have at most {count} characters': 'Un sélecteur peut compter {count} caractères',
    'Send at least one matcher: match=… or match_urlpattern=…': 'Indiquez quoi écouter : match=… ou match_urlpattern=…',
    'Send at least one matcher: topic=…': 'Indiquez quoi écouter : topic=…',
    '"{name}" is not a matcher; use {names}': '« {name} » n’est pas un sélecteur : il y a {names}',
    '"{name}" needs a value without control or invisible characters':
      '« {name} » doit avoir une valeur sans caractère de contrôle ni caractère invisible',
    '"{name}" is not a valid pattern: {why}': '« {name} » n’est pas compris : {why}',
    '":" must be followed by a name': '« : » n’est suivi d’aucun nom',
    'a group is not closed': 'un groupe n’est pas fermé',
    'a brace is not closed': 'une accolade n’est pas fermée',
    'unmatched ")" at offset {offset}': '« ) » sans correspondance à la position {offset}',
    'groups are nested too deeply': 'les groupes sont imbriqués trop profondément',
    'the bounds of a repetition are out of order': "les bornes d'une répétition sont inversées",
    'a repetition of more than 1000 is not supported': 'plus de 1000 répétitions ne sont pas prises en charge',
    'unexpected "{sign}"': '« {sign} » inattendu',
    'a group always matches as a whole: remove "{sign}"':
      'un groupe doit toujours correspondre en entier, sans « {sign} »',
    'look-around assertions are not supported': 'les assertions avant et arrière ne sont pas prises en charge',
    'backreferences and word boundaries are not supported':
      'les références arrière et les limites de mot ne sont pas prises en charge',
    'a character class is invalid': 'une classe de caractères est erronée',
    'the pattern ends unexpectedly': 'il se termine trop tôt',
    'the pattern is too large': 'le motif est trop grand',
    'unmatched "}"': 'un « } » ne ferme rien',
    'a "{" is not closed': 'un « { » n’est pas fermé',
    'an expression is empty or has an unknown operator': 'une expression est vide ou inconnue',
    'an expression has too many variables': 'une expression a trop de variables',
    'a variable name is invalid': 'une variable n’a pas de nom valide',
    'a prefix of more than 1000 characters is not supported': 'un préfixe est trop long',
    'the pattern has too many groups': 'le motif a trop de groupes',
    'it is not a valid URL pattern': 'ce n’est pas un motif d’URL bien formé',
    'Your address has the maximum of {count} open streams; close some or share one':
      'Votre adresse a {count} flux ouverts et ne peut en avoir davantage ; fermez-en, ou partagez-en un',
    'There are too many subscribers': 'Il y a trop d’abonnés',
    'There is no subscription at {path}': 'Il n’y a pas d’abonnement à {path}',
    'Refers to an item that does not exist': 'Fait référence à un élément qui n’existe pas',
    'Is required': 'Est obligatoire',
    'Is not allowed by the database': 'N’est pas permis par la base de données',
    'Is no value that the database can store': 'N’est pas une valeur que la base de données puisse stocker',
  },
};
