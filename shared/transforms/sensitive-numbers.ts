/** Numbers that must not leave an organization. */

const SSN = /^\d{3}-\d{2}-\d{4}$/;

/** True for 13 to 19 digits with a valid check digit (Luhn), with or without blanks and hyphens. */
export function isCardNumber(text: string): boolean {
  if (text.length < 13) return false;
  const digits = text.replace(/[\s-]/g, '');
  if (!/^[2-6]\d{12,18}$/.test(digits)) return false;
  let sum = 0;
  for (let at = digits.length - 1, double = false; at >= 0; at--, double = !double) {
    let digit = digits.charCodeAt(at) - 48;
    if (double) {
      digit *= 2;
      if (digit > 9) digit -= 9;
    }
    sum += digit;
  }
  return sum % 10 === 0;
}

/** True for a social security number in its usual format. */
export function isSocialSecurityNumber(text: string): boolean {
  return SSN.test(text) && !text.startsWith('000') && !text.startsWith('9');
}
