import type { Messages } from '../messages.ts';

/** German. */
export const messages: Messages = {
  error: 'Fehler',
  statuses: {
    400: 'Fehlerhafte Anfrage',
    401: 'Anmeldung erforderlich',
    402: 'Bezahlung erforderlich',
    403: 'Zugriff verboten',
    404: 'Nicht gefunden',
    405: 'Methode nicht erlaubt',
    406: 'Format nicht verfügbar',
    407: 'Anmeldung am Proxy erforderlich',
    408: 'Zeitüberschreitung der Anfrage',
    409: 'Konflikt',
    410: 'Nicht mehr vorhanden',
    411: 'Längenangabe erforderlich',
    412: 'Vorbedingung nicht erfüllt',
    413: 'Inhalt zu groß',
    414: 'URI zu lang',
    415: 'Medientyp nicht unterstützt',
    416: 'Bereich nicht verfügbar',
    417: 'Erwartung nicht erfüllbar',
    418: 'Ich bin eine Teekanne',
    421: 'Fehlgeleitete Anfrage',
    422: 'Inhalt nicht verarbeitbar',
    423: 'Gesperrt',
    424: 'Abhängigkeit fehlgeschlagen',
    425: 'Zu früh',
    426: 'Aktualisierung erforderlich',
    428: 'Vorbedingung erforderlich',
    429: 'Zu viele Anfragen',
    431: 'Kopfzeilen der Anfrage zu groß',
    451: 'Aus rechtlichen Gründen nicht verfügbar',
    500: 'Interner Serverfehler',
    501: 'Nicht implementiert',
    502: 'Fehlerhaftes Gateway',
    503: 'Dienst nicht verfügbar',
    504: 'Zeitüberschreitung des Gateways',
    505: 'HTTP-Version nicht unterstützt',
    506: 'Variante verhandelt selbst',
    507: 'Nicht genügend Speicher',
    508: 'Schleife erkannt',
    511: 'Anmeldung am Netzwerk erforderlich',
  },
  texts: {
    'Validation failed': 'Prüfung fehlgeschlagen',
    'The body is empty; JSON was expected': 'Der Rumpf ist leer; erwartet wurde JSON',
    'Malformed JSON at line {line}, column {column}: unexpected {found}':
      'Fehlerhaftes JSON in Zeile {line}, Spalte {column}: {found} war nicht zu erwarten',
    'Member {name} is there twice, at line {line}, column {column}':
      'Das Element {name} kommt doppelt vor, in Zeile {line}, Spalte {column}',
    'The body is not valid UTF-8': 'Der Rumpf ist kein gültiges UTF-8',
    'The body broke off before its end': 'Der Rumpf brach vor seinem Ende ab',
    'The body came too slowly': 'Der Rumpf kam zu langsam an',
    'The body may have at most {bytes} bytes': 'Der Rumpf darf höchstens {bytes} Bytes haben',
    'The body did not arrive within {milliseconds} ms': 'Der Rumpf kam nicht innerhalb von {milliseconds} ms an',
    'A body coded as "{coding}" is not read here; send it as it is':
      'Ein als „{coding}“ kodierter Rumpf wird hier nicht gelesen; senden Sie ihn unverändert',
    'Text in "{charset}" is not read here; send UTF-8': 'Text in „{charset}“ wird hier nicht gelesen; senden Sie UTF-8',
    'A body of type "{type}" is not read here; send {types}':
      'Ein Rumpf vom Typ „{type}“ wird hier nicht gelesen; senden Sie {types}',
    'The body has no Content-Type; send {types}': 'Der Rumpf hat keinen Content-Type; senden Sie {types}',
    'The content-type "{type}" is not supported. Supported MIME types are {types}.':
      'Der Inhaltstyp „{type}“ wird nicht unterstützt. Unterstützte MIME-Typen sind {types}.',
    'Requested format "{type}" is not supported. Supported MIME types are {types}.':
      'Das gewünschte Format „{type}“ wird nicht unterstützt. Unterstützte MIME-Typen sind {types}.',
    'A URL may have at most {bytes} bytes': 'Eine URL darf höchstens {bytes} Bytes haben',
    'A request may have at most {count} headers': 'Eine Anfrage darf höchstens {count} Kopfzeilen haben',
    'There is no {type} "{id}"': 'Es gibt kein Objekt „{id}“ vom Typ {type}',
    'There is nothing at {path}': 'Unter {path} gibt es nichts',
    'Read the {type} first and send If-Match with its ETag':
      'Lesen Sie das Objekt vom Typ {type} zuerst und senden Sie If-Match mit seinem ETag',
    'If-Match does not name what is there now': 'If-Match nennt nicht, was jetzt da ist',
    'Too many requests; ask again in {seconds} s': 'Zu viele Anfragen; fragen Sie in {seconds} s wieder',
    'This needs a login, and the request has no credentials':
      'Hierfür ist eine Anmeldung nötig, und die Anfrage enthält keine Anmeldedaten',
    'Authentication is required': 'Eine Anmeldung ist erforderlich',
    'Access is denied': 'Der Zugriff wird verweigert',
    'Name or password is wrong': 'Name oder Passwort ist falsch',
    'The credentials are malformed': 'Die Anmeldedaten haben eine falsche Form',
    'The API key is malformed': 'Der API-Schlüssel hat eine falsche Form',
    'The API key is not valid': 'Der API-Schlüssel ist nicht bekannt',
    'The API key has expired': 'Der API-Schlüssel ist abgelaufen',
    'Too many attempts to log in': 'Zu viele Anmeldeversuche',
    'Too many passwords are being checked': 'Es werden gerade zu viele Passwörter geprüft',
    'A login is sent as application/json': 'Eine Anmeldung wird als application/json gesendet',
    'A login has at most {bytes} bytes': 'Eine Anmeldung hat höchstens {bytes} Bytes',
    'A login has the texts "username" and "password"': 'Eine Anmeldung hat die Texte „username“ und „password“',
    'Request may be forged': 'Die Anfrage ist womöglich gefälscht',
    'The token does not belong to this session': 'Das Token gehört nicht zu dieser Sitzung',
    'The session ended, or got a new id, while this request was under way; send it again':
      'Die Sitzung endete während dieser Anfrage oder bekam eine neue Kennung; senden Sie sie noch einmal',
    'Requests cannot be counted now': 'Anfragen können gerade nicht gezählt werden',
    'No answer to {method} {path} in time': 'Auf {method} {path} gab es nicht rechtzeitig eine Antwort',
    'There is no such file': 'Diese Datei gibt es nicht',
    'Other items still refer to this one': 'Andere Einträge verweisen noch darauf',
    'The form is malformed: its parts are not separated by the declared boundary':
      'Das Formular hat eine falsche Form: seine Teile stehen nicht zwischen den genannten Grenzen',
    'There are more than {count} query parameters; send fewer':
      'Es sind mehr als {count} Query-Parameter; senden Sie weniger',
    'The query has {count} conditions; at most {max} are allowed':
      'Die Anfrage hat {count} Bedingungen; höchstens {max} sind erlaubt',
    'The Host header is missing (RFC 9112 §3.2)': 'Der Header Host fehlt (RFC 9112 §3.2)',
    'What the proxies say of the client cannot be read (RFC 7239)':
      'Was die Proxys über den Client sagen, ist nicht lesbar (RFC 7239)',
    'Must match the path or be omitted': 'Muss sein, was im Pfad steht, oder fehlen',
    'The Idempotency-Key must be a quoted string of 1 to 255 characters':
      'Der Idempotency-Key muss ein Text von 1 bis 255 Zeichen in Anführungszeichen sein',
    'This Idempotency-Key was used for a different request; use a new key':
      'Dieser Idempotency-Key gehört zu einer anderen Anfrage; nehmen Sie einen neuen',
    'A request with this Idempotency-Key is still in progress; retry later':
      'Eine Anfrage mit diesem Idempotency-Key ist noch in Arbeit; fragen Sie gleich wieder',
    'Wrong query: {violations}': 'Falsche Abfrage: {violations}',
    'No such resource: {violations}': 'Diese Ressource gibt es nicht: {violations}',
    'is not known here; did you mean "{name}"?': 'ist hier nicht bekannt; meinten Sie „{name}“?',
    'is not known here; known are {names}': 'ist hier nicht bekannt; bekannt sind {names}',
    'is not known here; this route takes none': 'ist hier nicht bekannt; diese Route nimmt keine',
    'Unknown member; did you mean "{name}"?': 'Ist nicht bekannt; meinten Sie „{name}“?',
    'Unknown member; known members: {names}': 'Ist nicht bekannt; bekannt sind {names}',
    'is required': 'ist erforderlich',
    'is longer than {count} characters': 'ist länger als {count} Zeichen',
    'came {count} times; send it once': 'kam {count} Mal; senden Sie es einmal',
    'must be a whole number from {least} on': 'muss eine ganze Zahl ab {least} sein',
    'must be a whole number, such as 12': 'muss eine ganze Zahl sein, etwa 12',
    'must be a number, such as 12': 'muss eine Zahl sein, etwa 12',
    'must be "true" or "false"': 'muss „true“ oder „false“ sein',
    'must be a date, such as 2026-01-31 or 2026-01-31T12:00:00Z':
      'muss ein Datum sein, etwa 2026-01-31 oder 2026-01-31T12:00:00Z',
    'must be "asc" or "desc"': 'muss „asc“ oder „desc“ sein',
    'Cannot be written': 'Kann nicht geschrieben werden',
    'Is taken already': 'Ist schon vergeben',
    'Session ended': 'Sitzung beendet',
    'Sessions are not available': 'Sitzungen sind nicht verfügbar',
    '{count} Host headers were sent; HTTP allows one': 'Es kamen {count} Host-Header; HTTP erlaubt einen',
    'Invalid Host "{host}".': 'Ungültiger Host „{host}“.',
    'Host "{host}" is not served here: {why}': 'Der Host „{host}“ wird hier nicht bedient: {why}',
    'this host answers to other names': 'dieser Server antwortet auf andere Namen',
    'in development only loopback names answer: {names}':
      'in der Entwicklung antworten nur Namen der eigenen Maschine: {names}',
    'The request target {target} is neither a path nor an http URL':
      'Das Ziel {target} der Anfrage ist weder ein Pfad noch eine HTTP-URL',
    '"*" stands for the whole server and is understood with OPTIONS only':
      '„*“ steht für den ganzen Server und wird nur mit OPTIONS verstanden',
    'The headers of a request may have at most {bytes} bytes':
      'Die Kopfzeilen einer Anfrage dürfen höchstens {bytes} Bytes haben',
    'The only transfer coding that can be read is chunked':
      'Als Übertragungskodierung kann nur „chunked“ gelesen werden',
    'The only expectation that can be met is 100-continue': 'Die einzige erfüllbare Erwartung ist 100-continue',
    'The chunk extensions are too large': 'Die Erweiterungen der Chunks sind zu groß',
    'The body cannot be read: its chunks are malformed':
      'Der Rumpf ist nicht lesbar: seine Chunks haben eine falsche Form',
    'Forwarded and X-Forwarded-* name different clients': 'Forwarded und X-Forwarded-* nennen verschiedene Clients',
    'Forwarded and X-Forwarded-* name different schemes': 'Forwarded und X-Forwarded-* nennen verschiedene Schemata',
    'Forwarded and X-Forwarded-* name different hosts': 'Forwarded und X-Forwarded-* nennen verschiedene Hosts',
    '{header} is {method}; a POST can stand for PUT, PATCH or DELETE':
      '{header} ist {method}; ein POST kann für PUT, PATCH oder DELETE stehen',
    'A {type} cannot be forwarded as a JSON body':
      'Ein Wert vom Typ {type} kann nicht als JSON-Rumpf weitergegeben werden',
    'The "Content-Type" header must exist. Supported MIME types are {types}.':
      'Der Header „Content-Type“ muss vorhanden sein. Unterstützte MIME-Typen sind {types}.',
    'Format "{format}" is not supported': 'Das Format „{format}“ wird nicht unterstützt',
    'The file has {count} bytes': 'Die Datei hat {count} Bytes',
    'Malformed JSON at line {line}, column {column}: unexpected the end of the text':
      'Fehlerhaftes JSON in Zeile {line}, Spalte {column}: der Text endet unerwartet',
    'It is nested more than {count} levels deep': 'Es ist tiefer als {count} Ebenen verschachtelt',
    'It is nested more than {count} levels deep at {pointer}':
      'Es ist tiefer als {count} Ebenen verschachtelt, bei {pointer}',
    'The name of a member holds half of a surrogate pair': 'Der Name eines Elements enthält ein halbes Surrogatpaar',
    'The name of a member holds half of a surrogate pair at {pointer}':
      'Der Name eines Elements enthält ein halbes Surrogatpaar, bei {pointer}',
    'A number is too large for what computers count with': 'Eine Zahl ist zu groß für das, womit Computer rechnen',
    'A number is too large for what computers count with at {pointer}':
      'Eine Zahl ist zu groß für das, womit Computer rechnen, bei {pointer}',
    'A text holds half of a surrogate pair': 'Ein Text enthält ein halbes Surrogatpaar',
    'A text holds half of a surrogate pair at {pointer}': 'Ein Text enthält ein halbes Surrogatpaar, bei {pointer}',
    'A JSON Patch must be an array of operations': 'Ein JSON Patch ist eine Liste von Schritten',
    'A JSON Patch can have at most {count} operations': 'Ein JSON Patch darf höchstens {count} Schritte haben',
    'Operation {step} is not an object': 'Schritt {step} ist kein Objekt',
    'Operation {step} has an unknown op {op}; supported: {ops}':
      'Schritt {step} hat die Operation {op}; bekannt sind {ops}',
    'Operation {step} has the path {path}, which is not a JSON pointer':
      'Schritt {step} hat den Pfad {path}, der kein JSON Pointer ist',
    'Operation {step} has the from {path}, which is not a JSON pointer':
      'Schritt {step} hat als „from“ {path}, das kein JSON Pointer ist',
    'Operation {step} has no value': 'Schritt {step} hat keinen Wert',
    'Operation {step} would move {path} into itself': 'Schritt {step} würde {path} in sich selbst verschieben',
    'Operation {step} ({op} {path}) failed: {why}': 'Schritt {step} ({op} {path}) passt nicht: {why}',
    'an array of length {count} has no index {index}': 'eine Liste von {count} hat keine Stelle {index}',
    'the path does not exist': 'dort ist nichts',
    'the value is different': 'dort steht etwas anderes',
    'the parent is not an object or an array': 'dort kann nichts abgelegt werden',
    'The patch would make the document too large': 'Der Patch würde das Dokument zu groß machen',
    'Identify the item by {fields}': 'Benennen Sie den Eintrag durch {fields}',
    'Duplicate item {id}': '{id} steht zweimal in der Liste',
    'There is no {type} {id}': 'Es gibt kein Objekt {id} vom Typ {type}',
    'There is already an item of "{type}" with this {fields}':
      'Es gibt in „{type}“ schon einen Eintrag mit diesem Wert von {fields}',
    'There is already an item of "{type}" with these values':
      'Es gibt in „{type}“ schon einen Eintrag mit diesen Werten',
    'The item was deleted while it was changed': 'Der Eintrag verschwand, während er geändert wurde',
    'The {type} was deleted while it was changed': 'Das Objekt vom Typ {type} verschwand, während es geändert wurde',
    'Requires a value that you are not allowed to set': 'Braucht einen Wert, den Sie nicht setzen dürfen',
    'You may not write a {type} with these values': 'Sie dürfen kein Objekt vom Typ {type} mit diesen Werten schreiben',
    'Expected a list of items': 'Senden Sie eine Liste von Einträgen',
    'Expected at most {count} items': 'Senden Sie höchstens {count} Einträge auf einmal',
    'Expected one item, got {count}': 'Erwartet wurde ein Eintrag, es kamen {count}',
    'Expected at most {limit} links, got {count}': 'Erwartet wurden höchstens {limit} Verknüpfungen, es kamen {count}',
    'Must be a date between the years 1 and 9999': 'Muss ein Datum zwischen den Jahren 1 und 9999 sein',
    'Must not hold the character U+0000': 'Darf das Zeichen U+0000 nicht enthalten',
    'Must not hold half a surrogate pair': 'Darf kein halbes Surrogatpaar enthalten',
    'Must not hold U+0000 or half a surrogate pair': 'Darf weder U+0000 noch ein halbes Surrogatpaar enthalten',
    'Expected the IRI of a {type}, such as {example}':
      'Erwartet wurde die IRI eines Objekts vom Typ {type}, etwa {example}',
    'Expected the IRI of an {type}, such as {example}':
      'Erwartet wurde die IRI eines Objekts vom Typ {type}, etwa {example}',
    'If-None-Match is *, and there is something': 'If-None-Match ist *, und es ist etwas da',
    'If-None-Match names "{tag}"': 'If-None-Match nennt „{tag}“',
    'It was changed since the time of If-Unmodified-Since': 'Seit der Zeit in If-Unmodified-Since wurde es geändert',
    'Read the {type} first and send If-Match with its ETag, or If-Unmodified-Since with its Last-Modified':
      'Lesen Sie das Objekt vom Typ {type} zuerst und senden Sie If-Match mit seinem ETag oder If-Unmodified-Since mit seinem Last-Modified',
    'An Idempotency-Key is required; use a new key for each new operation, such as "{example}"':
      'Senden Sie einen Idempotency-Key, für jede neue Absicht einen neuen: „{example}“',
    '{method} {path} is no longer available since {date}': '{method} {path} gibt es seit {date} nicht mehr',
    'There is no document at {path}': 'Unter {path} gibt es kein Dokument',
    'There is no OpenAPI document of version "{version}"; use 3.1 or 3.2':
      'Es gibt kein OpenAPI-Dokument der Version „{version}“; fragen Sie nach 3.1 oder 3.2',
    'Swagger UI has no file "{name}"': 'Swagger UI hat keine Datei „{name}“',
    'has more than {count} paths': 'nennt mehr als {count} Pfade',
    'follows more than {count} relationships in "{path}"': 'geht in „{path}“ tiefer als {count} Beziehungen',
    'names "{name}", which is not a relationship of {type}; did you mean "{meant}"?':
      'nennt „{name}“, das keine Beziehung von {type} ist; meinten Sie „{meant}“?',
    'names "{name}", which is not a relationship of {type}; known relationships: {names}':
      'nennt „{name}“, das keine Beziehung von {type} ist; bekannt sind {names}',
    'names "{name}", which is not a relationship of {type}; it has none':
      'nennt „{name}“, das keine Beziehung von {type} ist; es hat keine',
    'would include more than {count} items; request smaller pages':
      'würde mehr als {count} Einträge mitliefern; fragen Sie nach kleineren Seiten',
    'Cannot be set': 'Kann nicht gewählt werden',
    'The CSV needs a header row with field names and a row for each item':
      'Das CSV braucht eine Zeile mit den Namen der Felder und darunter eine Zeile je Eintrag',
    'Row {row} of the CSV has {cells} cells, but the header row has {names}':
      'Zeile {row} des CSV hat {cells} Zellen, die Zeile mit den Namen {names}',
    'The CSV has more than {count} columns, at line {line}': 'Das CSV hat mehr als {count} Spalten, in Zeile {line}',
    'The CSV has more than {count} rows, at line {line}': 'Das CSV hat mehr als {count} Zeilen, in Zeile {line}',
    'The CSV has a quote in an unquoted cell, at line {line}':
      'Das CSV hat ein Anführungszeichen in einer Zelle ohne Anführungszeichen, in Zeile {line}',
    'The CSV has an unterminated quote, at line {line}':
      'Das CSV hat ein Anführungszeichen, das nie endet, in Zeile {line}',
    'The CSV has characters after the closing quote of a cell, at line {line}':
      'Das CSV hat etwas hinter dem schließenden Anführungszeichen einer Zelle, in Zeile {line}',
    'The media type has the parameter "{parameter}"; no extension is supported':
      'Der Medientyp hat den Parameter „{parameter}“; Erweiterungen werden nicht unterstützt',
    'The media type has the parameter "{parameter}"; JSON:API allows "ext" and "profile" only':
      'Der Medientyp hat den Parameter „{parameter}“; JSON:API erlaubt nur „ext“ und „profile“',
    'Is a relationship': 'Ist eine Beziehung',
    'Is not a relationship': 'Ist keine Beziehung',
    'Expected the resource type "{type}", not "{other}"': 'Ressourcen haben hier den Typ „{type}“, nicht „{other}“',
    'The request is for {type} "{id}", but the document has a different identifier':
      'Die Anfrage handelt von {type} „{id}“, das Dokument von etwas anderem',
    'The server assigns identifiers; omit "id"': 'Der Server wählt die Kennungen; lassen Sie „id“ weg',
    'Cannot be set; the server assigns it': 'Kann nicht gewählt werden; der Server vergibt es',
    'Expected resource linkage, or null': 'Erwartet wurde eine Ressourcenverknüpfung oder null',
    'Expected { "type": "{type}", "id": … }': 'Erwartet wurde { "type": "{type}", "id": … }',
    'Expected a resource object: { "type": …, "attributes": { … } }':
      'Erwartet wurde ein Ressourcenobjekt: { "type": …, "attributes": { … } }',
    'Expected an object': 'Erwartet wurde ein Objekt',
    'Expected "{value}"': 'Erwartet wurde „{value}“',
    'Expected "{value}", the identifier of the item': 'Erwartet wurde „{value}“, die Kennung des Eintrags',
    'Expected "{value}", the item of the request': 'Erwartet wurde „{value}“, wovon die Anfrage handelt',
    'Is not an identifier of this resource': 'Ist keine Kennung dieser Ressource',
    'Unsupported context; use the members of {context}':
      'Wird hier nicht gelesen; senden Sie die Elemente, wie {context} sie hat',
    'The form has more than {count} parts': 'Das Formular hat mehr als {count} Teile',
    'The file of "{field}" has more than {bytes} bytes': 'Die Datei von „{field}“ hat mehr als {bytes} Bytes',
    'Pages by cursor cannot be in an order that goes through a link':
      'Seiten mit Cursor können nicht nach etwas hinter einem Link geordnet sein',
    'A question may hold {count} values; this one has more':
      'Eine Abfrage darf {count} Werte enthalten; diese hat mehr',
    'A filter may be {count} levels deep; this one is deeper':
      'Ein Filter darf {count} Ebenen tief sein; dieser ist tiefer',
    'Send an object: parameters by their names': 'Senden Sie ein Objekt: die Parameter unter ihren Namen',
    'No parameter is nested that deep': 'So tief ist kein Parameter verschachtelt',
    'has a percent-encoding that is no UTF-8': 'hat eine Prozentkodierung, die kein UTF-8 ist',
    'is no cursor of this list: it was changed, made for another list or order, or has grown old; leave it out to begin at the first page':
      'ist kein Cursor dieser Liste: er wurde verändert, gehört zu einer anderen Liste oder Ordnung oder ist veraltet; lassen Sie ihn weg, um mit der ersten Seite zu beginnen',
    'has more than {count} words': 'hat mehr als {count} Wörter',
    'has more than {count} keys': 'hat mehr als {count} Schlüssel',
    'must be two values with ".." between them, such as 2..5':
      'muss aus zwei Werten mit „..“ dazwischen bestehen, etwa 2..5',
    'must be the IRI or the identifier of an item': 'muss die IRI oder die Kennung eines Eintrags sein',
    'must not have a NUL byte in it': 'darf kein NUL-Byte enthalten',
    'cannot be switched off here': 'kann hier nicht abgeschaltet werden',
    'is in a group above {most}': 'gehört zu einer Gruppe über {most}',
    'is not known in {dialect}; there it is "{name}"': 'ist in {dialect} nicht bekannt; dort heißt es „{name}“',
    'came {count} times; for any of several send {name}[]':
      'kam {count} Mal; für eines von mehreren senden Sie {name}[]',
    'names "{name}", which is no view; did you mean "{meant}"?':
      'nennt „{name}“, das keine Ansicht ist; meinten Sie „{meant}“?',
    'names "{name}", which is no view; known are {names}':
      'nennt „{name}“, das keine Ansicht ist; bekannt sind {names}',
    'names "{name}", which no {type} has; did you mean "{meant}"?':
      'nennt „{name}“, das es in {type} nicht gibt; meinten Sie „{meant}“?',
    'names "{name}", which no {type} has; known are {names}':
      'nennt „{name}“, das es in {type} nicht gibt; bekannt sind {names}',
    'names "{name}", by which nothing is ordered; did you mean "{meant}"?':
      'nennt „{name}“, wonach nichts geordnet wird; meinten Sie „{meant}“?',
    'names "{name}", by which nothing is ordered; known are {names}':
      'nennt „{name}“, wonach nichts geordnet wird; bekannt sind {names}',
    'No firewall covers this request': 'Keine Firewall ist für diese Anfrage zuständig',
    'The token is refused: {why}': 'Das Token wird abgelehnt: {why}',
    'it is longer than {count} characters': 'es ist länger als {count} Zeichen',
    'it is malformed: {why}': 'es hat eine falsche Form: {why}',
    'it has more than three parts instead of three': 'es hat mehr als drei Teile statt dreier',
    'it has {count} parts instead of three': 'es hat {count} Teile statt dreier',
    'its header is not a JSON object in base64url': 'sein Kopf ist kein JSON-Objekt in base64url',
    'its claims are not a JSON object without duplicate members':
      'seine Angaben sind kein JSON-Objekt ohne doppelte Namen',
    'its algorithm is {algorithm}': 'sein Algorithmus ist {algorithm}',
    'its header requires an extension': 'sein Kopf verlangt eine Erweiterung',
    'its kid is not a string': 'sein „kid“ ist kein Text',
    'its typ is not a string': 'sein „typ“ ist kein Text',
    'its payload is not base64url': 'sein Inhalt ist kein base64url',
    'its signature is not base64url': 'seine Signatur ist kein base64url',
    'its signature does not match': 'seine Signatur stimmt nicht',
    'it is signed with {algorithm}, which is not allowed': 'es ist mit {algorithm} signiert, was nicht erlaubt ist',
    'it is signed with an unknown key': 'es ist mit einem Schlüssel signiert, der nicht bekannt ist',
    'it is of another type': 'es ist von einem anderen Typ',
    'it has no {claim}': 'es hat kein {claim}',
    'its {claim} is not a valid time': 'sein {claim} ist keine Zeit',
    'it expired {count} day ago': 'es lief vor {count} Tag ab',
    'it expired {count} days ago': 'es lief vor {count} Tagen ab',
    'it expired {count} hour ago': 'es lief vor {count} Stunde ab',
    'it expired {count} hours ago': 'es lief vor {count} Stunden ab',
    'it expired {count} minute ago': 'es lief vor {count} Minute ab',
    'it expired {count} minutes ago': 'es lief vor {count} Minuten ab',
    'it expired {count} second ago': 'es lief vor {count} Sekunde ab',
    'it expired {count} seconds ago': 'es lief vor {count} Sekunden ab',
    'it is not valid yet': 'es gilt noch nicht',
    'it was issued in the future': 'es wurde in der Zukunft ausgestellt',
    'it is from another issuer': 'es ist von einem anderen Aussteller',
    'it is for another audience': 'es ist für jemand anderen bestimmt',
    'it identifies no user': 'es bezeichnet keinen Benutzer',
    'This login was not started in this session, or it has expired':
      'Diese Anmeldung wurde nicht in dieser Sitzung begonnen oder ist abgelaufen',
    'The response of the issuer is not valid': 'Die Antwort des Ausstellers ist nicht gültig',
    'The issuer did not authenticate the user': 'Der Aussteller hat den Benutzer nicht authentifiziert',
    'No account belongs to this login': 'Zu dieser Anmeldung gehört kein Konto',
    'The issuer rejected the authorization code': 'Der Aussteller hat den Autorisierungscode abgelehnt',
    'The request comes from another site: {why}': 'Die Anfrage kommt von einer anderen Website: {why}',
    'its Origin is "null"': 'ihr Origin ist „null“',
    'Sec-Fetch-Site is {site}': 'Sec-Fetch-Site ist {site}',
    'its Origin is {origin}, and this host is "{own}"': 'ihr Origin ist {origin}, und dieser Server ist „{own}“',
    'Send a token of this session as X-CSRF-Token, or as _csrf in a form, before its files; session.csrfToken() gives one':
      'Senden Sie ein Token dieser Sitzung als X-CSRF-Token oder als _csrf in einem Formular, vor dessen Dateien; session.csrfToken() gibt eines',
    'CORS does not allow the method {method}; allowed methods: {methods}':
      'CORS erlaubt die Methode {method} nicht; erlaubte Methoden: {methods}',
    'CORS does not allow the header {header}; allowed headers: {headers}':
      'CORS erlaubt den Header {header} nicht; erlaubte Header: {headers}',
    'CORS does not allow the header {header}; allowed headers: none':
      'CORS erlaubt den Header {header} nicht; erlaubte Header: keine',
    '{name} is not a valid header name': '{name} ist kein Name eines Headers',
    'Pages of public networks may not send requests to this host in a private network':
      'Seiten aus öffentlichen Netzen dürfen diesen Server nicht fragen, der in einem privaten steht',
    'The Authorization header has no bearer token': 'Authorization enthält kein Bearer-Token',
    'A token is required': 'Hier ist ein Token nötig',
    'The token is not valid': 'Das Token ist nicht gültig',
    'The token does not allow reading this': 'Das Token erlaubt nicht, dies zu lesen',
    'The token does not allow publishing to "{topic}"': 'Das Token erlaubt nicht, unter „{topic}“ zu veröffentlichen',
    'Publishing with a cookie requires an Origin or a Referer header':
      'Ein Cookie veröffentlicht nur zusammen mit Origin oder Referer',
    'Cookies are not accepted from pages of "{origin}"': 'Cookies von Seiten von „{origin}“ werden nicht angenommen',
    'Send the update as application/x-www-form-urlencoded':
      'Senden Sie die Aktualisierung als application/x-www-form-urlencoded',
    'The fields are not UTF-8': 'Die Felder sind kein UTF-8',
    'An update needs at least one "topic"': 'Eine Aktualisierung braucht mindestens ein „topic“',
    'An update may have at most {count} topics': 'Eine Aktualisierung darf {count} Themen haben',
    'An update may have at most {most} topics, not {count}':
      'Eine Aktualisierung darf {most} Themen haben, nicht {count}',
    'A "topic" must not be empty': 'Ein „topic“ darf nicht leer sein',
    'The topic "*" matches all topics and cannot be published to':
      'Das Thema „*“ steht für alle Themen; darunter kann nichts veröffentlicht werden',
    'The topic "{topic}" is reserved for the hub': 'Das Thema „{topic}“ gehört dem Hub',
    'The type "{type}" is reserved for the hub': 'Der Typ „{type}“ gehört dem Hub',
    'The "data" of an update may have at most {bytes} bytes': '„data“ einer Aktualisierung darf {bytes} Bytes haben',
    'The "retry" of an update must consist of digits': '„retry“ einer Aktualisierung besteht aus Ziffern',
    'The "retry" of an update may have at most {count} digits':
      '„retry“ einer Aktualisierung darf {count} Ziffern haben',
    'The "retry" of an update must be a number of milliseconds':
      '„retry“ einer Aktualisierung ist eine Anzahl von Millisekunden',
    'An "id" must not begin with "#"': 'Eine „id“ darf nicht mit „#“ beginnen',
    'The id "earliest" is reserved for the start of the history': 'Die id „earliest“ steht für den Anfang',
    'A "{field}" may have at most {count} characters': '„{field}“ darf {count} Zeichen haben',
    'A "{field}" must not contain control or invisible characters':
      '„{field}“ darf keine Steuer- oder unsichtbaren Zeichen enthalten',
    'Send the matchers as application/x-www-form-urlencoded':
      'Senden Sie die Matcher als application/x-www-form-urlencoded',
    'The parameters are not UTF-8': 'Die Parameter sind kein UTF-8',
    'The parameters have {count} characters; at most {most} are allowed':
      'Die Parameter haben {count} Zeichen und dürfen {most} haben',
    'The patterns have more than {count} steps together: use fewer or simpler ones':
      'Die Muster haben zusammen mehr als {count} Schritte: nehmen Sie weniger oder einfachere',
    'A subscriber may have at most {count} matchers': 'Ein Abonnent darf {count} Matcher haben',
    'A matcher may have at most {count} characters': 'Ein Matcher darf {count} Zeichen haben',
    'Send at least one matcher: match=… or match_urlpattern=…':
      'Sagen Sie, was Sie hören wollen: match=… oder match_urlpattern=…',
    'Send at least one matcher: topic=…': 'Sagen Sie, was Sie hören wollen: topic=…',
    '"{name}" is not a matcher; use {names}': '„{name}“ ist kein Matcher: es gibt {names}',
    '"{name}" needs a value without control or invisible characters':
      '„{name}“ braucht einen Wert ohne Steuer- oder unsichtbare Zeichen',
    '"{name}" is not a valid pattern: {why}': '„{name}“ wird nicht verstanden: {why}',
    '":" must be followed by a name': 'auf „:“ folgt kein Name',
    'a group is not closed': 'eine Gruppe ist nicht geschlossen',
    'a brace is not closed': 'eine geschweifte Klammer ist nicht geschlossen',
    'unmatched ")" at offset {offset}': '„)“ ohne Gegenstück an Position {offset}',
    'groups are nested too deeply': 'die Gruppen sind zu tief verschachtelt',
    'the bounds of a repetition are out of order': 'die Grenzen einer Wiederholung sind vertauscht',
    'a repetition of more than 1000 is not supported': 'mehr als 1000 Wiederholungen werden nicht unterstützt',
    'unexpected "{sign}"': 'unerwartetes „{sign}“',
    'a group always matches as a whole: remove "{sign}"': 'eine Gruppe muss immer ganz passen, ohne „{sign}“',
    'look-around assertions are not supported': 'Vor- und Rückblicke werden nicht unterstützt',
    'backreferences and word boundaries are not supported': 'Rückverweise und Wortgrenzen werden nicht unterstützt',
    'a character class is invalid': 'eine Zeichenklasse ist falsch',
    'the pattern ends unexpectedly': 'es endet zu früh',
    'the pattern is too large': 'das Muster ist zu groß',
    'unmatched "}"': 'ein „}“ schließt nichts',
    'a "{" is not closed': 'ein „{“ ist nicht geschlossen',
    'an expression is empty or has an unknown operator': 'ein Ausdruck ist leer oder unbekannt',
    'an expression has too many variables': 'ein Ausdruck hat zu viele Variablen',
    'a variable name is invalid': 'eine Variable hat keinen gültigen Namen',
    'a prefix of more than 1000 characters is not supported': 'ein Präfix ist zu lang',
    'the pattern has too many groups': 'das Muster hat zu viele Gruppen',
    'it is not a valid URL pattern': 'es ist kein wohlgeformtes URL-Muster',
    'Your address has the maximum of {count} open streams; close some or share one':
      'Ihre Adresse hat {count} Streams offen und darf nicht mehr haben; schließen Sie einige oder teilen Sie einen',
    'There are too many subscribers': 'Es gibt zu viele Abonnenten',
    'There is no subscription at {path}': 'Unter {path} gibt es kein Abonnement',
    'Refers to an item that does not exist': 'Verweist auf einen Eintrag, den es nicht gibt',
    'Is required': 'Ist erforderlich',
    'Is not allowed by the database': 'Wird von der Datenbank nicht erlaubt',
    'Is no value that the database can store': 'Ist kein Wert, den die Datenbank speichern kann',
  },
};
