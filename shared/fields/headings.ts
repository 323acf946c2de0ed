/**
 * How CRMs, vendors' templates and people name the columns of each field: data only. `mapping/known-headings.ts` ignores case, spaces and
 * punctuation when it compares. Each heading belongs to one field only.
 */
import type { FieldKey } from './table.ts';

export const HEADINGS: Readonly<Record<FieldKey, string>> = {
  constituentId:
    'constituentId|CnBio_ID|CnBio_System_ID|CnBio_Import_ID|ConsID|ID|CONSTITUENTLOOKUPID|Lookup ID|Import ID|Unique ID|User Supplied ID|User Supplied ID 2|Account ID Number|clientID|Contact ID|Contact Id (18)|DonorId|DONOR2|Account Number|Account Ref|External Identifier|Legal Identifier|LGL Constituent ID|External Constituent ID|Account ID|External User ID|Neon Account ID|Unique Record ID|CONTACT_KEY|Donor Code/ID|Donor Code|ID_NUMBER|ID_NUM|Donor External ID|Member ID|IndvID|Contributor_ID|User ID|PartnerKey|YL Account Number|VANID|Voter File VANID|nationbuilder_id|Original ID|Donor #|customer_no|group_customer_no|Constituent Number|Record ID|Record Number|Prospect ID|Person ID|Customer ID|Supporter ID|Patron ID|Alumni ID|MRN|Entity ID|External ID|CRM ID|Slate ID|Person Slate ID|Person Reference ID|Slate GUID|Person GUID|Slate External ID',
  primaryFirst:
    "primaryFirst|CnBio_First_Name|First Name|FNAME|Contact1 First Name|Contact1_Firstname__c|First/Given Name|Donor's First Name|Donor First Name|Given Name|Forename|First|Primary First Name|Legal First Name|Constituent First Name|Head of Household First Name|P1 First Name",
  primaryMiddle:
    "primaryMiddle|CnBio_Middle_Name|Middle Name|MI|Contact1 Middle Name|Donor's Middle Name|Middle|Middle Initial|Additional Name|Additional Names|Primary Middle Name|Second Name",
  primaryLast:
    "primaryLast|CnBio_Last_Name|CnBio_Surname|Last Name|LNAME|Contact1 Last Name|Contact1_Lastname__c|Last/Family Name|FamilyName|Donor's Surname|Donor Last Name|KEYNAME|Surname|Last|Primary Last Name|Legal Last Name|Constituent Last Name|Head of Household Last Name|P1 Last Name",
  primaryMaiden:
    'primaryMaiden|CnBio_Maiden_name|Maiden Name|MAIDEN|Previous Last Name|Donor_Maiden_Name|Primary Maiden Name|Birth Name|Former Last Name|Former Name|Nee|Prior Last Name|Maiden Last Name',
  spouseFirst:
    'spouseFirst|CnSpSpBio_First_Name|Spouse First Name|Spouse First/Given Name|Contact2 First Name|Contact2_Firstname__c|SPOUSE|Spouse/Partner|Significant Other|Partner First Name|Spouse Given Name|SP First Name|Spouse FName|Secondary First Name|Second Person First Name|Spouse/Partner First Name|P2 First Name|Co-Constituent First Name',
  spouseMiddle:
    'spouseMiddle|CnSpSpBio_Middle_Name|Spouse Middle Name|Contact2 Middle Name|Partner Middle Name|Spouse Middle Initial|Spouse MI|SP Middle Name|Secondary Middle Name|Spouse/Partner Middle Name',
  spouseLast:
    'spouseLast|CnSpSpBio_Last_Name|Spouse Last Name|Spouse Last/Family Name|Contact2 Last Name|Contact2_Lastname__c|Partner Last Name|Spouse Surname|Spouse Family Name|SP Last Name|Spouse LName|Secondary Last Name|Spouse/Partner Last Name|P2 Last Name|Co-Constituent Last Name',
  spouseMaiden:
    'spouseMaiden|CnSpSpBio_Maiden_name|SP Maiden Name|Spouse Maiden Name|Partner Maiden Name|Spouse Birth Name|Spouse Previous Last Name|Spouse/Partner Maiden Name',
  street:
    'street|CnAdrPrf_Addrline1|CnAdrAll_1_01_Addrline1|CnAdrPrf_Address|AddrLines|AddrLine|PRIMARY_ADDRESS|ADD1|Address Line 1|Home Address Line 1|homeStreetAddress|MailingStreet|Mailing Address Line 1|Home Street|Full Street Address|Home_Street__c|address|ADD|Primary Street|Primary Address Line 1|Address Lines|Street Address|Line 1|Address1|Street_1|Mailing Address|First line of address|Street Line 1|Home Address|Home Address 1|Addr1|Preferred Address Line 1|Permanent Address Line 1|Residential Address|Billing Street|Address1 Line1',
  street2:
    'street2|CnAdrPrf_Addrline2|CnAdrAll_1_01_Addrline2|ADD2|Address Line 2|Home Address Line 2|address2|Supplemental Address 1|Line 2|Mailing Address Line 2|Primary Address Line 2|Second line of address|Street Line 2|Apt|Apartment|Suite|Unit|Apt/Suite|Home Address 2|Addr2|Preferred Address Line 2|Mailing Street 2|Address1 Line2',
  city: 'city|CnAdrPrf_City|CnAdrAll_1_01_City|CnAdrPrf_Suburb|AddrCity|Home City|Mailing City|Home_City__c|Primary City|PRIMARYADDRESSCITY|Town|City/Town|Suburb|Locality|Post Town|Preferred City|Municipality|Home Town',
  state:
    'state|CnAdrPrf_State|CnAdrAll_1_01_State|CnAdrPrf_Province|AddrState|Home State|Mailing State/Province|MailingState|Home State/Province|Home_State_Province__c|ST|State/Province|State Code|Primary State|PRIMARY_STATE_CODE|Province/State|PRIMARYADDRESSSTATEABBREVIATION|Province|State Abbreviation|Region|Preferred State|Prov|State/Region|Territory',
  postalCode:
    'postalCode|CnAdrPrf_ZIP|CnAdrAll_1_01_ZIP|CnAdrPrf_Postal_Code|CnAdrPrf_Postcode|AddrZIP|Zip Code|Home Zip Code|HOME Zip|Mailing Zip/Postal Code|MailingPostalCode|Home Zip/Postal Code|Home_Zip_Postal_Code__c|zip|Primary ZIP Code|Primary Postal Code|PRIMARY_POSTAL|Zip/Postal|Postal/Zip Code|Mailing Zip Code|PostCode|PRIMARYADDRESSPOSTCODE|ZIP+4|Zip5|ZIP/Postcode|Postal|Zip / Postal Code|Preferred ZIP|Full Zip Code|Eircode|PIN Code',
  country:
    'country|CnAdrPrf_ContryLongDscription|CnAdrPrf_ContryLongDsc|CnAdrAll_1_01_CntryShrtDscriptin|CnAdrPrf_CountryLongDescription|Mailing Country|Home Country|Home_Country__c|Country Code|PRIMARY_COUNTRY_CODE|Primary Country|AddrCountry|Country Name|Preferred Country|Nation|ISO Country|Country/Region',
  personalEmail:
    'personalEmail|Email|Contact1 Personal Email|Contact1_Personal_Email__c|CnAdrPrf_Email|Primary Email Address|EmailAddress|Preferred_Email|Email 1|Primary Email|Home Email|Constituent Email',
  personalPhone:
    'personalPhone|Phone|Contact1 Home Phone|Contact1_Home_Phone__c|Household Phone|Contact1 Mobile Phone|HomePhone|MobilePhone|CnPh_1_01_Phone_number|CnAdrPrfPh_1_01_Phone_number|Phone Number|Preferred_Phone|PRIMARYPHONE|Primary Phone Number|Telephone|Mobile|Cell|Cell Phone|Phone 1|Tel|Home Telephone',
  businessName:
    'businessName|CnPrBs_Org_Name|Employer|Current Employer|Account1 Name|Account1_Name__c|Company|Business Affiliation|Primary Affiliation|npsp__Primary_Affiliation__c|Employer Name|Company Name|Organization|Organization Name|Organisation|Org Name|Business|Work Company|Place of Work|Place of Employment|Workplace|Primary Business|Primary Employer|Employer/Organization',
  businessTitle:
    'businessTitle|CnPrBs_Position|Job Title|prof_title|Professional Title|Contact1 Title|Contact1_Title__c|Position|Occupation|Job Position|Work Title|Employment Title|Role|Profession|Job|Business Position',
  businessPhone:
    'businessPhone|Phone (W)|CnPrBsPh_1_01_Phone_number|CnPrBsAdrPh_1_01_Phone_number|Contact1 Work Phone|Contact1_Work_Phone__c|Account1 Phone|Work Phone|npe01__WorkPhone__c|Office Phone|Employer Phone|Work Telephone|Office Telephone|Company Phone|Business Telephone|Phone - Work',
  businessEmail:
    'businessEmail|Email (W)|Contact1 Work Email|Contact1_Work_Email__c|Work Email|npe01__WorkEmail__c|Office Email|Employer Email|Company Email|Email - Work|Professional Email',
  rfmFirstGiftValue:
    'rfmFirstGiftValue|FIRSTGIFTAMOUNT|Amount of first contribution|First Donation Amount (USD)|first_donation_usd|First Donation Amount|Initial Gift Amount|First Gift|First Gift Value|Amount of First Gift|First Transaction Amount|First Contribution Amount|First Pledge/Gift Amount',
  rfmFirstGiftDate:
    'rfmFirstGiftDate|FIRSTGIFTDATE|npo02__FirstCloseDate__c|FirstCloseDate|FIRST_GIFT_DATE_UTC|IN_DT|Initial Gift Date|Date of First Contribution|First donation date|All Funds First donation date|Date of First Gift|First Transaction Date|Donor Since|First Contribution Date|First Gave Date',
  rfmMostRecentGiftValue:
    'rfmMostRecentGiftValue|LATESTGIFTAMOUNT|Last Gift Amount|npo02__LastOppAmount__c|LastOppAmount|LS_AMT|Last Contribution Amount|Amount of last contribution|Last OTG Donation Amount (USD)|last_donation_amount|Last Gift|Most Recent Gift Amount|Recent Gift Amount|Latest Transaction Amount|Last Transaction Amount|Last Gift Value|MRC|MRC Amount|Amount of Last Gift|Most Recent Gift|last_contrib_amt',
  rfmMostRecentGiftDate:
    'rfmMostRecentGiftDate|LATESTGIFTDATE|Last Gift Date|npo02__LastCloseDate__c|LastCloseDate|LAST_GIFT_DATE_UTC|LS_DT|Last Contribution Date|Date of Last Contribution|All Funds Last donation date|last_donation_date|Date of last donation|Most Recent Gift Date|Date of Last Gift|Recent Gift Date|Latest Transaction Date|MRC Date|Last Transaction Date|Last Gave|last_contrib_date',
  rfmLargestGiftValue:
    'rfmLargestGiftValue|LARGESTGIFTAMOUNT|Largest Gift|npo02__LargestAmount__c|LargestAmount|HighestGiftAmount|MAX_AMT|Largest Gift Ever|Largest Contribution|All Funds Largest Donation|largest_donation|Largest Donation Amount|Max Gift|Maximum Gift Amount|Biggest Gift|Highest Gift|Largest Transaction Amount|Largest Gift Value|Largest Single Gift|Highest Donation Amount|Highest Previous Contribution|Highest Previous Contribution Amount|HPC|HPC Amount',
  rfmLargestGiftDate:
    'rfmLargestGiftDate|LARGESTGIFTDATE|MAX_DT|Date of Largest Contribution|Date of Largest Donation|LARGEST_GIFT_DATE_UTC|Largest Donation Date|Date of Largest Gift|Largest Transaction Date|Max Gift Date|Highest Gift Date|Biggest Gift Date|Highest Previous Contribution Date|HPC Date',
  rfmTotalGiftCount:
    'rfmTotalGiftCount|TOTALGIFTSGIVEN|Total Number of Gifts|npo02__NumberOfClosedOpps__c|NumberOfClosedOpps|GiftCount|Cumulative Gift Count|GIFTS|Count of Contributions|Number of Donations|All Funds Number of Donations|number_donations|Lifetime Gift Count to MU|Number of Gifts|Total Gift Count|Gifts Count|Lifetime Gift Count|Count of Gifts|Lifetime Number of Transactions|Number of Transactions|Num Gifts|No. of Gifts|Gift #|Times Given|Gifts Given|Donation Count|Total Donations Count',
  rfmTotalGiftValue:
    'rfmTotalGiftValue|TOTALGIFTAMOUNT|Total Gifts|npo02__TotalOppAmount__c|TotalOppAmount|TotalGiftsAmount|TotalGiftTransactionAmount|Cumulative Received Amount|LIFE_TO_DATE_GIVING|Lifetime Amount|Lifetime Giving Amount|gift_total|GTOT|Total Contribution Amount|Total Lifetime Contributions|Lifetime Donations (USD) (Incl Endowments)|lifetime_usd_total|Lifetime to MU|LT Giving|LTG|Lifetime Giving|Total Giving|Lifetime Total|Cumulative Giving|Total Donated|Total Gift Value|Lifetime Donations|Total Donations|Total Contributions|Lifetime Revenue|Grand Total|Total Amount Given|Lifetime Value|LTD Giving|Total Given',
};

/** Headings of other layouts and languages, separated by `|`: each is a suggestion that the user confirms. */
export const OTHER_HEADINGS: Readonly<Partial<Record<FieldKey, string>>> = {
  constituentId:
    "EMPLID|Raiser's Edge ID|RE7 ID|NXT ID|DPID|UIN|PIDM|Serial Number|Name Counter|NameID|Customer Reference|Supporter Reference|Donor Reference|Patron Reference|Contact Reference|Constituent Reference|iMIS ID|iMIS Number|Voter ID|State Voter ID|SOS_VOTERID|voter_reg_num|Acct|Banner ID|Case Safe ID|CaseSafeID__c|18 Digit ID|18 Character ID|Contact ID 18|Remote ID|Account No.|Relatienummer|Donateursnummer|Lidnummer|Debiteurennummer|Spender-Nr.|Spender-ID|Adressnummer|Número de donante|Número de socio|ID de donateur|Cons ID|Const. ID|Constituent Ref|Donor Ref|Kundennummer|Mitgliedsnummer|Spendernummer|Kundennr.|Mitgliedsnr.|Spendernr.|Adressnr.|Numéro de donateur|N° donateur",
  primaryFirst:
    'Voornamen|Roepnaam|Prénoms|Nombres|Primer nombre|Rufname|Vorname|Prénom|Nombre|Nombre de pila|Voornaam|Förnamn|Nome|Primeiro Nome',
  primaryMiddle: 'M.I.|Segundo nombre de pila|MidName|Weitere Vornamen|Deuxième prénom|Segundo nombre',
  primaryLast:
    'Last/Org|Org/Last|Last/Organization|Last Name or Org Name|Last or Org Name|Org/Last Name|Last/Org Name|Last Name/Org Name|Last Name/Organization|Last Name or Organization|Organization/Last Name|Org or Last Name|Achternamen|Primer apellido|Apellido paterno|Familiennamen|Last/Organization/Group/Household name|Nachname|Familienname|Zuname|Nom|Nom de famille|Apellido|Apellidos|Achternaam|Efternamn|Cognome|Sobrenome',
  primaryMaiden:
    'Birth Name Last|Birth Last Name|Last Name at Birth|Meisjesnaam|Geboortenaam|Nom de naissance|Geburtsnamen|MaidName|Geburtsname|Nom de jeune fille|Apellido de soltera',
  spouseFirst:
    'Voornaam partner|Prénom du conjoint|Nombre del cónyuge|Nombre de la pareja|SRFirstName|Vorname Partner|Vorname des Partners',
  spouseLast:
    'Achternaam partner|Nom du conjoint|Apellido del cónyuge|Apellidos del cónyuge|SRLastName|Nachname Partner|Nachname des Partners|Spouse\\Last/Organization/Group/Household name',
  street:
    'Active Street|Active Street 1|Active Street Line 1|Active Address|mAddress|vAddress|Adresregel 1|Straatnaam|Straat en huisnummer|Straße und Hausnummer|Straße/Hausnummer|Straße, Nr.|Anschrift|Adresse 1|Adresse ligne 1|Adresse postale|Numéro et rue|N° et rue|Voie|Calle y número|Domicilio|Dirección 1|Dirección línea 1|Straße|Straße privat|Strasse und Hausnummer|Straße, Hausnummer|Rue|Adresse|Adresse privée|Dirección|Calle|Adres|Straat|Indirizzo|Endereço',
  street2:
    'Active Street 2|Active Street Line 2|Complément|Adresregel 2|Adreszusatz|Adresse ligne 2|Adresse (suite)|Dirección 2|Dirección línea 2|Additional Address|Adresszeile 2|Zusatz|Adresszusatz|Complément d’adresse|Adresse 2',
  city: 'Active City|mCity|vCity|Plaatsnaam|Gemeente|Localité|Commune|Población|Localidad|Municipio|Gemeinde|Ort|Ort privat|Stadt|Wohnort|Ville|Ciudad|Plaats|Woonplaats|Città|Cidade',
  state:
    'Active Region|Active State|STAT_CODE|mState|vState|Provincie|Comunidad autónoma|Bundesland|Kanton|Bundesland/Kanton privat|Provincia|Estado',
  postalCode: 'Active Postal|Active Zip|mZip5|vZip5|Postnummer|PLZ|Postleitzahl|Postleitzahl privat|Code postal|Código postal|CP|CAP|CEP',
  country: 'Active Country|country_desc|Pays de résidence|País de residencia|Land|Land/Region|Land/Region privat|Pays|País|Paese',
  personalEmail:
    'Main Email|H Email|eaddress|E-mailadres|Mailadres|Mailadresse|Adresse e-mail|Adresse électronique|Adresse mail|Adresse courriel|Correo electronico personal|Dirección de correo electrónico|E-Mail-Adresse|E-Mail privat|Courriel|Adresse email|Correo electrónico|Correo',
  personalPhone:
    'Voice|Contact Number|H Phone|C Phone|Main Phone|Telefoon|Mobiel|Mobiele telefoon|Mobiltelefon|Handynummer|Telefonnummer|Numéro de téléphone|N° de téléphone|Téléphone portable|Portable|Número de teléfono|Celular|Móvil|Teléfono móvil|PhoneNum|Telefon|Telefon privat|Téléphone|Teléfono|Telefoonnummer|Telefono',
  rfmFirstGiftValue: 'First Received|First Received Amount',
  rfmFirstGiftDate: 'First Received Date',
  rfmMostRecentGiftValue: 'Last Received|Last Received Amount',
  rfmMostRecentGiftDate: 'Last Received Date|Last Given',
  rfmLargestGiftValue: 'Largest Received|Largest Received Amount',
  rfmLargestGiftDate: 'MAX_DATE|Largest Received Date',
  rfmTotalGiftValue:
    'Total Hard Credit|Total Hard Credit Amount|Hard Credit Total|Lifetime Hard Credit|Lifetime Hard Credits|Lifetime Hard Credit Amount|Total Legal Amount|Total Legal Amt|Total Received|Lifetime|Montant total|Montant total donné|Montant cumulé|Lifetime Received|Lifetime Amount Received|Lifetime Raised|Gesamtbetrag|Gesamtsumme|Importe total|Monto total|Importe acumulado|Totaalbedrag|Totaal bedrag|Importo totale',
  businessName:
    'Emp Name|Associated Company|Werkgever|Organisatie|CnBio_Org_Name|Lieu de travail|Empleador|Unternehmen|ORFullName|Firma|Arbeitgeber|Entreprise|Société|Employeur|Empresa|Bedrijf|Azienda',
  businessTitle: 'Beroep|Profesión|Ocupación|Contact Title|ORPos|Beruf|Berufsbezeichnung|Fonction|Profession|Puesto|Cargo|Functie',
  businessPhone: 'W Phone|Telefon geschäftlich|Telefon dienstlich|Téléphone professionnel|Teléfono del trabajo',
  businessEmail: 'W Email|E-Mail geschäftlich|E-Mail dienstlich|Courriel professionnel',
};
