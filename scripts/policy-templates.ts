/**
 * Files for administrators who set the policy: templates for Windows and macOS, an example for Linux, and a page. All derive from its
 * table.
 */
import { POLICY_KEYS, POLICY_VERSION, type PolicyKey, policyKeys } from '../shared/policy/index.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Example values that form one valid policy. */
const EXAMPLE: Readonly<Record<string, unknown>> = {
  version: POLICY_VERSION,
  ...Object.fromEntries(policyKeys.flatMap((key) => (POLICY_KEYS[key].example === null ? [] : [[key, POLICY_KEYS[key].example]]))),
};

const capital = (key: string): string => key[0]!.toUpperCase() + key.slice(1);
const CHOICES: Partial<Record<PolicyKey, readonly string[]>> = { practice: POLICY_KEYS.practice.shape.options };
const REGISTRY_KEY = String.raw`Software\Screening Desk`;
const MAX_TEXT = 16_384;

/** The ADMX element that stores the value of a key in the registry. */
function element(key: PolicyKey): string {
  const names = `id="${key}" valueName="${key}"`;
  switch (POLICY_KEYS[key].kind) {
    case 'number':
      return `<decimal ${names} required="true" minValue="1" maxValue="1000000000" />`;
    case 'choice': {
      const items = (CHOICES[key] ?? []).map(
        (choice) => `<item displayName="$(string.${capital(key)}_${choice})"><value><string>${choice}</string></value></item>`,
      );
      return `<enum ${names} required="true">${items.join('')}</enum>`;
    }
    case 'texts':
    case 'document':
      return `<multiText ${names} required="true" maxLength="${MAX_TEXT}" />`;
    case 'text':
      return `<text ${names} required="true" maxLength="1000" />`;
  }
}

export function admx(): string {
  const policies = policyKeys.map(
    (
      key,
    ) => `    <policy name="${capital(key)}" class="Machine" displayName="$(string.${capital(key)})" explainText="$(string.${capital(key)}_help)" presentation="$(presentation.${capital(key)})" key="${REGISTRY_KEY}">
      <parentCategory ref="ScreeningDesk" />
      <supportedOn ref="AnyVersion" />
      <elements>
        ${element(key)}
      </elements>
    </policy>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<!-- npm run policy writes this file. -->
<policyDefinitions xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions" revision="1.0" schemaVersion="1.0">
  <policyNamespaces>
    <target prefix="screeningdesk" namespace="ScreeningDesk.Policy" />
  </policyNamespaces>
  <resources minRequiredRevision="1.0" />
  <supportedOn>
    <definitions>
      <definition name="AnyVersion" displayName="$(string.AnyVersion)" />
    </definitions>
  </supportedOn>
  <categories>
    <category name="ScreeningDesk" displayName="$(string.ScreeningDesk)" />
  </categories>
  <policies>
    <policy name="Version" class="Machine" displayName="$(string.Version)" explainText="$(string.Version_help)" key="${REGISTRY_KEY}" valueName="version">
      <parentCategory ref="ScreeningDesk" />
      <supportedOn ref="AnyVersion" />
      <enabledValue><decimal value="${POLICY_VERSION}" /></enabledValue>
      <disabledValue><delete /></disabledValue>
    </policy>
${policies.join('\n')}
  </policies>
</policyDefinitions>
`;
}

/** The control of a key in the policy editor of Windows. Its label is separate text where the control has no label of its own. */
function control(key: PolicyKey): string {
  const { kind, label } = POLICY_KEYS[key];
  const text = escaped(label);
  switch (kind) {
    case 'number':
      return `<decimalTextBox refId="${key}" defaultValue="100000">${text}</decimalTextBox>`;
    case 'choice':
      return `<dropdownList refId="${key}" noSort="true">${text}</dropdownList>`;
    case 'texts':
    case 'document':
      return `<text>${text}</text><multiTextBox refId="${key}" />`;
    case 'text':
      return `<textBox refId="${key}"><label>${text}</label></textBox>`;
  }
}

export function adml(): string {
  const strings = policyKeys.flatMap((key) => [
    `      <string id="${capital(key)}">${escaped(POLICY_KEYS[key].label)}</string>`,
    `      <string id="${capital(key)}_help">${escaped(POLICY_KEYS[key].description)}</string>`,
    ...(CHOICES[key] ?? []).map((choice) => `      <string id="${capital(key)}_${choice}">${choice}</string>`),
  ]);
  const presentations = policyKeys.map((key) => `      <presentation id="${capital(key)}">${control(key)}</presentation>`);
  return `<?xml version="1.0" encoding="utf-8"?>
<!-- npm run policy writes this file. -->
<policyDefinitionResources xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions" revision="1.0" schemaVersion="1.0">
  <displayName>Screening Desk</displayName>
  <description>Settings of Screening Desk for everybody on a computer</description>
  <resources>
    <stringTable>
      <string id="ScreeningDesk">Screening Desk</string>
      <string id="AnyVersion">Every version of Screening Desk</string>
      <string id="Version">Use this policy (version ${POLICY_VERSION})</string>
      <string id="Version_help">Enable it together with any other setting of Screening Desk. Settings without it are not valid, and the program then sends nothing.</string>
${strings.join('\n')}
    </stringTable>
    <presentationTable>
${presentations.join('\n')}
    </presentationTable>
  </resources>
</policyDefinitionResources>
`;
}

/** A JSON value as an element of a property list. */
function plist(value: unknown, indent: string): string {
  if (typeof value === 'string') return `${indent}<string>${escaped(value)}</string>`;
  if (typeof value === 'number') return `${indent}<integer>${value}</integer>`;
  if (typeof value === 'boolean') return `${indent}<${value} />`;
  if (Array.isArray(value)) {
    const items = value.map((item) => plist(item, `${indent}  `));
    return `${indent}<array>\n${items.join('\n')}\n${indent}</array>`;
  }
  const entries = Object.entries(value as object).map(
    ([key, item]) => `${indent}  <key>${escaped(key)}</key>\n${plist(item, `${indent}  `)}`,
  );
  return entries.length === 0 ? `${indent}<dict />` : `${indent}<dict>\n${entries.join('\n')}\n${indent}</dict>`;
}

/** The bundle ID, as in electron-builder.yml: managed preferences are files with its name. */
const BUNDLE = 'invalid.example.screening-desk';

export function mobileconfig(): string {
  const payload = {
    PayloadType: BUNDLE,
    PayloadVersion: 1,
    PayloadIdentifier: `${BUNDLE}.policy.settings`,
    PayloadUUID: '6E0B6F0C-61B4-4F4C-9C43-0C1B8C0D5A01',
    PayloadDisplayName: 'Screening Desk',
    ...EXAMPLE,
  };
  const profile = {
    PayloadType: 'Configuration',
    PayloadVersion: 1,
    PayloadIdentifier: `${BUNDLE}.policy`,
    PayloadUUID: '6E0B6F0C-61B4-4F4C-9C43-0C1B8C0D5A02',
    PayloadDisplayName: 'Screening Desk',
    PayloadScope: 'System',
    PayloadContent: [payload],
  };
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- npm run policy writes this file. Replace the example values, and both UUIDs. -->
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
${plist(profile, '')}
</plist>
`;
}

export const exampleJson = (): string => `${JSON.stringify(EXAMPLE, null, 2)}\n`;

const REGISTRY_TYPES = {
  number: 'REG_DWORD',
  text: 'REG_SZ',
  choice: 'REG_SZ',
  texts: 'REG_MULTI_SZ',
  document: 'REG_SZ or REG_MULTI_SZ with JSON',
} as const;

export function policyPage(): string {
  const rows = policyKeys.map((key) => {
    const { description, kind, locks } = POLICY_KEYS[key];
    return `| \`${key}\` | ${description} | ${locks ?? '—'} | ${REGISTRY_TYPES[kind]} |`;
  });
  return `# Keys of the policy

[ADMINISTRATION.md](../ADMINISTRATION.md) says where each system keeps the policy. The same keys and values apply everywhere. Every key is optional except
\`version\`, which is ${POLICY_VERSION} (REG_DWORD). A key that is not in this table, or a value that does not fit, makes the whole policy invalid.

| key | what it does | locks | in the registry |
|---|---|---|---|
${rows.join('\n')}

\`npm run policy\` writes this folder from \`shared/policy/policy.ts\`: [screening-desk.admx](screening-desk.admx) with
[en-US/screening-desk.adml](en-US/screening-desk.adml) for Windows, [screening-desk.mobileconfig](screening-desk.mobileconfig) for macOS, and
[policy.json](policy.json) for Linux.
`;
}

/** Contents by path below `docs/policy`. */
export const policyFiles = (): Readonly<Record<string, string>> => ({
  'README.md': policyPage(),
  'policy.json': exampleJson(),
  'screening-desk.admx': admx(),
  'en-US/screening-desk.adml': adml(),
  'screening-desk.mobileconfig': mobileconfig(),
});
