import { describe, expect, it } from 'vitest';
import { SYSTEMS, recognizeSystem } from '../../../../shared/mapping/systems.ts';

describe('recognizeSystem', () => {
  it('finds no Blackbaud CRM in the headings of another system', () => {
    expect(
      recognizeSystem(['Contact_ID', 'FirstName', 'MiddleName', 'LastName', 'PrimaryAddress_Street1', 'PrimaryAddress_City']),
    ).toBeNull();
    expect(recognizeSystem(['FIRSTNAME', 'KEYNAME', 'PRIMARYADDRESSCITY', 'PRIMARYADDRESSPOSTCODE'])?.system.id).toBe('blackbaudCrm');
  });

  it.each<[string, string[]]>([
    ['nationBuilder', ['nationbuilder_id', 'first_name', 'last_name', 'primary_address1', 'primary_city', 'primary_country_code']],
    ['constantContact', ['Email address', 'First name', 'Last name', 'Company', 'Phone - home', 'City - Home', 'Email status']],
    ['raisersEdge', ['CnBio_ID', 'CnBio_First_Name', 'CnAdrPrf_City', 'Spouse Name']],
    ['raisersEdge', ['ImportID', 'ConsID', 'FirstName', 'LastName', 'AddrLines']],
    ['npsp', ['npo02__LastCloseDate__c', 'npo02__TotalOppAmount__c', 'MailingCity']],
    ['npsp', ['Contact1 First Name', 'Contact1 Last Name', 'Home Street']],
    ['salesforce', ['ID', 'ISDELETED', 'BILLINGSTREET', 'OWNERID', 'SYSTEMMODSTAMP']],
    ['donorPerfect', ['donor_id', 'first_name', 'last_name', 'opt_line', 'gift_total']],
    ['bloomerang', ['Account Number', 'Informal Name', 'Envelope Name', 'First Name']],
    ['civicrm', ['External Identifier', 'Supplemental Address 1', 'Current Employer']],
    ['etapestry', ['Account Ref', 'Address Lines', 'Account Name', 'City']],
    ['civicrm', ['Contact ID', 'All Funds First donation date', 'All Funds Last donation date']],
    ['raisersEdge', ['Constituent ID', 'Preferred Address Line 1', 'Preferred City', 'Preferred State', 'Preferred ZIP']],
    ['raisersEdge', ['Constituent ID', 'Title 1', 'First Name', 'Surname', 'Preferred Postcode', 'Email Number']],
    ['littleGreenLight', ['Constituent Type', 'Full Name', 'Pref. Street', 'Pref. City', 'Total Given']],
    ['neon', ['Account ID', 'Full Street Address (F)', 'Full Zip Code (F)', 'Phone 1 Full Number (F)']],
    ['blackbaudCrm', ['LOOKUPID', 'KEYNAME', 'FIRSTNAME']],
    ['advance', ['id_number', 'report_name', 'pref_mail_name', 'record_type_code']],
    ['everTrue', ['Unique Record ID', 'First Name', 'Previous Last Name', 'Line 1', 'ExcludeWealthEnrichment']],
    ['everyAction', ['Voter File VANID', 'LastName', 'StreetNo', 'StreetName', 'StreetType', 'Zip5']],
    ['salesforce', ['Contact ID', 'TotalGiftTransactionAmount', 'GiftCount']],
    ['virtuous', ['CONTACT_KEY', 'PRIMARY_CITY', 'LIFE_TO_DATE_GIVING']],
    ['virtuous', ['Contact Id', 'Contact Type', 'Contact Name', 'Individual Id', 'Life To Date Giving']],
    ['slate', ['Slate ID', 'Slate GUID', 'First', 'Last', 'Active City']],
    ['slate', ['Person Reference ID', 'First', 'Last', 'Active Street', 'Active Region', 'Active Postal']],
    ['kindful', ['id', 'first_name', 'last_name', 'company_name', 'alt_email', 'addr1', 'postal', 'primary_phone', 'spouse_first']],
    ['luminate', ['Constituent ID', 'Accept Email', 'Home Street 1', 'Member ID']],
    ['tntconnect', ['Donor Code/ID', 'Is Organization', 'First/Given Name']],
    ['neon', ['Neon Account ID', 'Full Zip Code', 'First Name']],
    ['littleGreenLight', ['LGL Constituent ID', 'External Constituent ID', 'First Name']],
    ['donorView', ['Cumulative Received Amount', 'Cumulative Gift Count', 'First Gift Date']],
    ['wealthEngine', ['User Supplied ID', 'First Name', 'Last Name', 'Spouse First Name', 'Address Line 1', 'Zip Code']],
    ['everyAction', ['VANID', 'StreetAddress', 'ZipOrPostal']],
    ['tessitura', ['customer_no', 'esal1_desc', 'fname']],
    ['googleContacts', ['First Name', 'File As', 'E-mail 1 - Value', 'Phone 1 - Label']],
    ['outlook', ['Anrede', 'Vorname', 'Nachname', 'Straße privat', 'E-Mail-Adresse']],
  ])('%s from %j', (id, headers) => {
    expect(recognizeSystem(headers)?.system.id).toBe(id);
  });

  it('counts the known headings', () => {
    const recognized = recognizeSystem(['CnBio_ID', 'CnBio_First_Name', 'CnBio_Last_Name', 'Constituent ID', 'Notes', '']);
    expect(recognized?.system).toEqual({ id: 'raisersEdge', name: "Raiser's Edge", known: 4, of: 5 });
  });

  it.each<[string[]]>([[['First Name', 'Last Name', 'City', 'State']], [[]], [['Member ID', 'Name']], [['Vorname', 'Nachname']]])(
    'finds none in %j',
    (headers) => {
      expect(recognizeSystem(headers)).toBeNull();
    },
  );

  it('has each system once', () => {
    expect(new Set(SYSTEMS.map(({ id }) => id)).size).toBe(SYSTEMS.length);
  });
});
