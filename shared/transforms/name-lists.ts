/**
 * Names by their frequency as first or last names in the US census of 1990 (public domain), and common names of other countries. Most
 * frequent first.
 */

/** First names that are hardly ever last names. */
export const FIRST_NAMES = `
  james mary john robert michael patricia william david richard linda charles joseph barbara christopher elizabeth daniel jennifer paul
  maria mark susan donald margaret george dorothy kenneth lisa steven nancy edward karen brian betty ronald helen anthony sandra donna
  kevin carol jason ruth matthew sharon gary michelle laura timothy sarah jose kimberly larry deborah jessica jeffrey shirley frank
  cynthia angela melissa eric brenda stephen amy andrew anna rebecca raymond virginia kathleen pamela jerry joshua martha debra amanda
  dennis stephanie carolyn walter christine patrick marie janet peter frances catherine willie harold ann joyce diane alice carl julie
  arthur heather jean teresa joe roger doris gloria juan evelyn jack albert cheryl mildred jonathan joan ashley katherine justin gerald
  judith keith samuel janice nicole ralph judy christina nicholas kathy theresa benjamin beverly bruce denise brandon tammy adam irene
  jane harry lori fred billy andrea rachel wayne marilyn louis steve kathryn louise jeremy sara aaron randy anne jacqueline wanda bobby
  eugene bonnie robin julia tracy carlos shawn ruby lois tina chris victor phyllis norma jesse paula ernest diana leslie phillip annie
  lillian emily peggy alan crystal connie clarence gladys sean rita jamie dawn carmen philip johnny florence edna jimmy earl antonio
  tiffany rosa cindy danny tony grace wendy dale victoria edith luis sherry sylvia mike josephine thelma sheila ethel ellen elaine nathan
  marjorie carrie charlotte monica manuel esther pauline rodney marion emma juanita anita rhonda hazel dana amber eva debbie april marvin
  jessie clara lucille joanne gail eleanor jeffery valerie danielle megan erin alicia jeff suzanne michele chad bertha lauren darlene
  jacob veronica jill kyle melvin stacy geraldine cathy joann alfred lorraine sally regina jesus erica beatrice eddie dolores bernice
  audrey yvonne annette june samantha joel ana renee ida vivian roberta jackie edwin holly brittany don melanie loretta yolanda jeanette
  troy laurie ricky katie kristen vanessa alma sue elsie stacey beth jeanne mario vicki carla tara rosemary francisco eileen leroy terri
  gertrude micheal lucy marcus tonya ella theodore wilma jay clifford gina kristin miguel oscar natalie agnes ronnie angel vera jim alex
  tom charlene bessie calvin jon delores tommy melinda pearl arlene maureen bill colleen tamara joy georgia constance derek lillie claudia
  darrell marcia jerome tanya leo nellie minnie marlene heidi alvin glenda tim lydia viola marian corey stella billie caroline greg dora
  jorge jo guadalupe johnnie vickie dustin mattie pedro dan maxine derrick irma mabel marsha maurice myrtle zachary clyde lena christy
  deanna patsy roberto charlie hilda gwendolyn shane tracey bobbie jennie nora margie sam gene nina glen cassandra hector leah penny
  ricardo priscilla naomi carole rick brandy jaime olga brent dianne ramon leona jenny felicia sonia miriam velma jan becky brett marc
  cecil reginald violet kristina ruben toni misty adrian mae shelly daisy nathaniel ramona rafael sherri erika katrina edgar claire sandy
  jimmie raul andre belinda margarita kerry sheryl cora faye duane pat elmer ada cory natasha sabrina jody isabel marguerite hattie brad
  harriet molly cecilia ron kristi brandi blanche karl rosie joanna iris eunice jared lonnie angie inez claude lynda madeline amelia
  alberta genevieve rene monique erik jodi janie darryl maggie kayla sonya kristine candace fannie javier maryann opal fernando alison
  yvette melody ted luz mathew susie olivia tyrone flora gayle darren kristy julio mamie lula lola verna beulah antoinette candice juana
  kurt jeannette pam allan kelli bridget sidney karla celia hugh latoya patty max shelia dwayne della dwight vicky lynne armando sheri
  marianne kara jacquelyn erma blanca myra freddie alexis leticia ian krista roxanne ken angelica bob robyn adrienne antonia frankie
  rosalie alexandra alfredo daryl brooke alberto bethany sadie dave bernadette ivan traci laverne kendra jasmine nichole byron rachael
  chelsea mable ernestine muriel marcella virgil elena krystal angelina nadine ollie kari estelle dianna donnie paulette lora andy mona
  doreen rosemarie salvador joey desiree ginger sergio janis betsy freda mercedes seth lynette teri terrance cristina eula meghan eduardo
  sophia terrence eloise rochelle enrique gretchen cecelia raquel henrietta alyssa jana evan gwen fredrick jenna arturo tricia alejandro
  olive tasha bennie nick elvira delia sophie wendell kate jeremiah patti lorena kellie robbie shaun sonja julius lila ira lana darla
  angelo mindy essie mandy lorene trevor elsa josefina jewel jeannie dixie lucia marta loren faith doug lela johanna tommie shari camille
  tami shawna elisa cleo ebony melba ora matt nettie tabitha merle winifred kristie marina rex alisha aimee rena ernesto myrna marla
  tammie latasha bonita pablo patrice ronda sherrie omar addie francine deloris stacie adriana cheri horace abigail celeste cara adele
  devin rebekah lupe lucinda rickey dorthy effie trina reba lou sallie cesar aurora johnathan lenora etta lottie kerri trisha nikki
  estella kelvin francisca josie dominique tracie marissa karin brittney lesley janelle marco lourdes laurel wm helene fern elva corinne
  garry ina geoffrey bettie elisabeth jonathon aida caitlin felipe ingrid iva eugenia gerardo christa ed goldie aubrey cassie dominic
  maude jenifer therese dena delbert lorna colin janette latonya guillermo candy consuelo tamika rosetta benny debora cherie kris polly
  dina rodolfo myron jillian dorothea edmund nell trudy esperanza dee patrica kimberley cedric shanna helena stefanie ola janine sammy
  mollie alisa roosevelt maribel susanne bette susana jermaine elise cecile isabelle wilbert toby leland jocelyn joni rachelle leola
  daphne alta petra graciela imogene jolene keisha rufus laurence glenna woodrow gabriela keri ursula kristopher lizzie kirsten devon
  shana adeline mayra marcos jayne gustavo jaclyn gracie jake sondra lionel carmela marisa rosalind charity tonia beatriz marisol clarice
  gilberto jeanine sheena clint angeline frieda lily shauna ismael millie orville claudette cathleen angelia gabrielle autumn katharine
  jodie staci wilfred christi josh justine hugo elma ignacio luella margret caleb socorro martina margo erick mavis callie bobbi maritza
  lucile leanne darrel jeannine deana rogelio aileen terence lorie ladonna willa manuela selma dolly bert sybil elbert abby ramiro sammie
  winnie marcy luisa jeri magdalena phil ofelia meagan audra matilda leila rolando cornelia bianca kasey bettye micah randi virgie latisha
  barbra georgina darin eliza leann bridgette rhoda adela nola gerry bernadine flossie ila greta ruthie nelda randal minerva terrie sydney
  timmy letha hilary darrin estela valarie brianna brendan rosalyn earline catalina ava mia clarissa lidia corrine alexandria tia sharron
  emilio demetrius dona elijah ericka jami elnora chandra lenore neva marylou melisa emmett tabatha serena marlon avis ariel allie sofia
  jerald jeanie odessa nannie emil harriett loraine dewayne penelope milagros emilia benita allyson teddy ashlee reynaldo tania bret
  esmeralda karina eve jess pearlie yong zelma malinda humberto noreen tameka emmanuel saundra hillary amie althea rosalinda vicente lilia
  alana alejandra elinor lorrie efrain jerri darcy earnestine carmella noemi marcie rodger liza annabelle louisa earlene ethan carlene
  eldon nita selena rocky tanisha katy elisha julianne junior lakisha freddy edwina eli maricela margery kenya dollie roxie roslyn
  kathrine nanette charmaine lavonne ilene tammi suzette corine elton chrystal lavern lina dylan deanne chuck lilian juliana damian aline
  reuben luann stan maryanne evangeline colette melva lawanda yesenia nadia madge kathie benito ophelia valeria nona mitzi mari georgette
  ernie claudine fran curt alissa quentin roseann lakeisha susanna reva deidre jamal chasity sheree carly adolfo elvia alyce deirdre gena
  briana araceli katelyn rosanne wendi wilfredo tessa berta bart marva jarrod imelda marietta marci leonor arline damien sasha madelyn
  joaquin janna juliette deena aurelia josefa augusta darwin liliana lessie amalia buddy savannah xavier anastasia vilma kermit natalia
  rosella lynnette esteban corina alfreda leanna rory amparo scotty coleen tamra norbert aisha elvin wilda karyn maura evangelina rod
  rosanna hallie erna hal enid mariana brain rob juliet jacklyn freida madeleine mara darius cathryn moises lelia casandra rickie bridgett
  angelita jannie fidel thaddeus annmarie katina cliff beryl marcel johnie phoebe millicent katheryn diann carissa maryellen liz bryon
  lauri helga gilda alvaro jeffry marquita dane hollie tisha joesph tamera angelique francesca ned britney kaitlin lolita rusty florine
  rowena twila monty fanny janell ines concetta dusty reggie bertie brigitte alyson vonda pansy elba isaiah noelle letitia kitty gus deann
  brandie louella leta felecia sharlene lesa beverley adolph isabella herminia terra celina tori octavia gonzalo jade denice derick
  germaine rodrigo cortney nelly doretha stevie deidra monika lashonda judi chelsey rigoberto antionette margot alphonso adelaide ty nan
  dorian leeann bernie dessie kathi gayla vern latanya mina mellisa kimberlee jasmin renae zelda elda elvis justina gussie emilie camilla
  abbie tristan hiram rocio kaitlyn edythe basil ashleigh sang selina lakesha geri allene pamala nickolas michaela dayna caryn rosalia
  scot jacquline vince rebeca marybeth quincy krystle iola dottie griselda ernestina ulysses elida heriberto adrianne demetria delma
  jaqueline arleen virgina retha fatima tillie eleanore cari treva birdie wilhelmina rosalee maurine jayson latrice jena taryn dante elia
  debby maudie jeanna delilah catrina shonda hortencia theodora thanh teresita robbin danette maryjane issac delphine brianne nilda cindi
  iona winona refugio vida rosita carmelo marianna racheal guillermina eloisa caren malissa stefan lona chantel donny shellie marisela art
  leora agatha linwood soledad migdalia beau ivette athena janel galen chloe veda isidro pattie jame tessie tera marilynn delmar lucretia
  karrie johnathon dinah daniela alecia adelina frederic vernice shiela portia lashawn dara tawana oma verda merlin christin alene zella
  sandi rafaela marcelino kira candida alvina suzan shayla lyn lettie samatha oralia trenton matilde madonna kurtis larissa scottie vesta
  renita aurelio delois shanda winfred phillis lorri vito erlinda cathrine denver zoe ione gisela leonel roxanna mayme kisha ellie
  mohammad mellissa dalia bella danial annetta zoila reta lauretta kylie dirk christal pilar branden charla elissa tiffani tana paulina
  leota breanna jayme carmel vernell tomasa mandi dominga santa wilmer melodie lura alexa tamela mirna kerrie venus felicita cristy
  carmelita errol berniece annemarie tiara theo roseanne missy cori josue roxana pricilla deon kristal edwardo elyse haydee aletha bettina
  marge sonny filomena zenaida minh harriette caridad vada theron una aretha raymundo pearline marjory daren marcela evette elouise alina
  robby damaris catharine belva nakia marlena genaro luanne lorine karon dorene danita brenna octavio tatiana louann julianna andria
  philomena lucila arron leonora dovie antony romona mimi herschel jacquelin gaye dannie tonja misti nicky giovanni tory chastity stacia
  roxann micaela cyril nikita ronny velda marlys johnna val aura lon ivonne hayley nicki majorie herlinda kennith jamey carmine yadira
  perla gregoria antonette erich shelli mozelle mariah joelle cordelia josette chiquita trista laquita georgiana candi shanon hildegard
  valentina stephany mervin magda karol gabriella tiana jamel roma richelle alphonse oleta jacque idella alaina suzanna jovita tosha
  nereida marlyn abdul kyla otha delfina tena stephenie sabina nathalie marcelle gertie darleen thea sharonda eugenio shantel belen
  venessa rosalina ona genoveva clementine arnulfo rosalba renate renata ferdinand mi thad georgianna floy ezra dorcas ariana tyra aldo
  theda mariam juli jesica mitch vikki verla roselyn melvina jannette ginny debrah corrie lanny violeta kareem myrtis jamar latricia
  charleen anissa isiah viviana jae emile twyla elmo nedra latonia lan leopoldo hellen fabiola annamarie josef adell michal sharyn chantal
  niki eloy maud lizette lindy rodrick kia kesha reinaldo jeana danelle charline jerrod chanel valorie hershel lia dortha cristal lemuel
  leilani gerri debi andra keshia ima eulalia eliseo dulce linnie kami nigel georgie efren catina antwan alda winnifred sharla margarito
  ruthann meaghan magdalene lissette adelaida dino venita trena osvaldo shirlene shameka les elizebeth deandre dian shanta latosha kieth
  carlotta sol windy soon rosina trey mariann leisa norberto jonnie dawna cathie jerold astrid laureen rosendo janeen shayne holli fawn
  vickey teressa shante christoper rubye marcelina alfonzo chanda terese josiah marnie lulu lisette jeniffer elenor jamaal dorinda donita
  bernita altagracia aleta adrianna zoraida lyndsey faustino janina chrissy ami starla gino phylis phuong edgardo kyra charisse alec
  sanjuanita rona nanci marilee jarred maranda donn brigette sanjuana tad marita kassandra joycelyn felipa porfirio chelsie bonny odis
  mireya lorenza kyong ileana chauncey sherie tod ok mel lucie leatrice marcelo lakeshia kory gerda bambi marylin keven lavon hortense
  garnet bud evie sal tressa shayna lavina kyung orval jeanetta shara phyliss mittie zachariah anabel olen alesia thuy anibal tawanda
  joanie jed tiffanie lashanda karissa enriqueta daria daniella corinna alanna roxane roseanna magnolia lenny lida joellen era coral
  carleen horacio tresa peggie novella nila maybelle delmer jenelle carina dario melina marquerite margarette josephina evonne jonah
  cinthia jerrold albina toya robt tawnya sherita myriam lizabeth lise jenni kenton giselle cheryle damion ardith alesha adriane shaina
  linnea fredric karolyn bradly florida felisha dori kip darci artie burl armida zola xiomara vergie shamika jefferey nena nannette willy
  lovie jeane jaimie farrah elaina caitlyn moshe cherly caryl yolonda brendon yasmin quintin teena prudence pennie nydia florencio darrick
  orpha lizbeth laurette jerrie hermelinda carolee giuseppe tierra mirian demarcus meta cletus melony kori lyndon jamila ena anh yoshiko
  susannah salina rhiannon geraldo joleen cristine aracely tomeka chet shalonda lacie kala jada ilse brittani dwain zona syble donte
  sherryl tyron nidia omer marlo kandice isaias kandi hipolito deb alycia adalberto ronna norene mercy ingeborg giovanna gemma christel
  audry zora teodoro trish stephaine maximo shirlee shanika melonie mazie jazmin inga hoa hettie geralyn rashad adella emmitt sarita daron
  rina milissa maribeth golda samual evon ethelyn enedina cherise chana miquel velva tawanna sade mirta karie domenic jacinta elna darron
  davina cierra ashlie albertha tanesha stephani nelle renato mindi jc lorinda florene demetra ezekiel dedra ciara chas chantelle
  florentino ashly suzy elroy rosalva noelia leatha krystyna kristan karri darline darcie cinda deshawn cherrie awilda almeda rolanda
  nathanial lanette jerilyn gisele danilo evalyn cyndi claud cleta carin zina zena velia raymon tanika charissa talia margarete lavonda
  kaylee kathlene jonna irena ezequiel ilona idalia erasmo josé maría zoë philippa desmond beatrix hiroshi solveig ngozi siobhan jürgen
  wolfgang heinz sabine jean-pierre françois marie-claire lucía pieter`;

/** First names that are also common last names. */
export const EITHER_NAMES = `
  thomas scott gregory terry douglas henry ryan kelly rose lawrence roy howard russell todd craig shannon kim bryan stanley francis
  leonard lynn curtis norman vincent glenn travis ray bradley herbert frederick randall barry bernard courtney allison lloyd leon dean
  floyd wesley herman vernon casey kay lester tyler lindsey gilbert lindsay christian milton gabriel chester roland neil whitney cody
  clinton shelley lance hannah guy clayton felix everett julian leigh isaac clifton willard hope kirk shelby christie meredith kent stuart
  silvia luther cameron otis luke miranda homer gerard kenny noel hubert lyle alfonso orlando carlton lorenzo wilbur rudy roderick rosario
  abraham jewell andres malcolm rudolph damon alton marty archie pete kelsey gale earnest dallas fay salvatore lowell gregg sylvester
  israel forrest paige cary irving drew lacey levi nicolas darnell mickey ervin kendall dewey lea tomas sheldon alonzo elias ivy noah
  grady cornelius lamar simone percy dexter amos irvin louie saul lilly winston abel lacy dominick concepcion rae domingo emanuel edmond
  alva royce will otto stephan lamont clare harley mallory michel ali bryce antoine grover kaye leonardo jasper russel hans monte blaine
  agustin marlin denis harlan clair desmond elliot gregorio roscoe anton quinton elwood augustine dionne carrol raphael armand rhea fabian
  alba loyd denny diego dion millard rocco michell colby libby noe bernardo mauricio sebastian belle federico donnell gavin romeo coy
  danna bess barney nestor celestine christen weldon truman silas merry charley maya carlo collin barb isabell emory pasquale dorris
  mariano reina landon adan buford zachery wilford gillian flor hung garth cyrus jonas forest mitchel zane lazaro randell raven luciano
  mohammed lucien earle abe marquis collette boris aron everette lucio jules natividad ahmad brook alden normand napoleon milford scarlett
  brant wilton carman brenton olin nicola claudio judson blanch lenard candelaria edie augustus hilario mauro milo amado abbey richie
  mohamed hank rupert rolland keely ardis antone waldo maxie oren inge mikel enoch marvel hassan tyrell jennette marti bertram markus
  hailey fermin vita garfield raleigh lawerence abram fonda estrella eusebio buster wilber clemente lyda arden edison rayford cristobal
  lino herb andreas mose isreal garret zack gaylord deangelo eden granville malik malcom colton hosea santo rudolf rolf rey sherron
  marcellus lucius kenna martine harland jerrell winford jacinto graig felice martin allen lee harper liam mason lucas logan oliver
  alexander madison graham simon fiona tobias klaus pierre`;

/** First names that are only last names in the census of 1990, or missing from it: names of people born later, and of other countries. */
export const OTHER_FIRST_NAMES = `
  owen spencer morgan riley avery quinn hunter parker carter cooper jackson taylor mitchell marshall maxwell miles nolan chase cole brady dawson
  grant griffin hudson sawyer tanner tucker wyatt bennett elliott brock dillon garrett pierce ross vaughn giles blake peyton easton lincoln
  jordan preston reagan sloane weston aiden ayden caden jayden braden addison mackenzie mckenzie piper brooklyn skylar aria finn declan rowan asher kai
  jude bryson cade trent conor connor sterling thatcher wade keaton kellan tate reid beckett delaney teagan keegan brennan
  ahmed amir ibrahim khalid muhammad yusuf tariq imran bilal farid karim nasser samir rashid ayesha fatima zainab layla noor
  raj ravi priya anil sanjay vijay sunil rajesh ramesh suresh mahesh ganesh deepak ashok arun anita kavita sunita lakshmi meera vikram rohit amit
  sumit nikhil rahul sandeep pradeep vinod kiran arjun aditya ananya divya pooja neha shreya swati
  kwame kofi kwesi chidi emeka chukwuemeka ifeoma ngozi olu ade folake tunde kehinde taiwo adebayo oluwaseun chinedu obinna
  keola kainoa nalani gianni niamh aoife saoirse seamus eoin cormac ciaran piers luc yves jürgen jurgen dieter wolfgang uwe heinz
  joão joao thiago rafael svetlana dmitri sergei olga yuri igor oleg natalia ivan`;

/** Last names of Spain and Latin America that are hardly ever first or middle names. */
export const SPANISH_NAMES = `garcía garcia martínez martinez rodríguez rodriguez lópez lopez hernández hernandez gonzález gonzalez gonzales pérez perez sánchez sanchez ramírez ramirez torres flores rivera
  gómez gomez díaz diaz cruz morales gutiérrez gutierrez ortiz ramos reyes ruiz chávez chavez vásquez vasquez vázquez vazquez castillo jiménez jimenez moreno mendoza álvarez alvarez romero herrera medina
  aguilar garza vargas méndez mendez muñoz munoz guzmán guzman salazar soto delgado peña pena ríos rios alvarado sandoval contreras valdez guerrero ortega núñez nunez nuñez estrada maldonado figueroa vega
  espinoza domínguez dominguez ayala luna molina serrano rojas trujillo cabrera cervantes fuentes mejía mejia ibarra padilla navarro avila ávila cárdenas cardenas campos pacheco suárez suarez zamora orozco
  quintero velasco escobar cordero villanueva rosales barrera gallegos macías macias salinas cisneros duran durán acosta montoya bermúdez bermudez camacho villarreal lara arias castañeda castaneda pineda
  carrillo franco solís solis fernández fernandez velázquez velazquez meléndez melendez quiñones arroyo esquivel galván galvan zavala bautista villalobos becerra palacios portillo rosado juárez juarez tapia
  montes bonilla osorio olivares cortés cortez cortes rangel barajas murillo arellano tovar valencia benítez benitez calderón calderon ochoa beltrán beltran hinojosa saldívar zúñiga zuniga guevara hidalgo marroquín
  espinosa velasquez trevino treviño cantu cantú robles camarena cazares chacon chacón davila dávila echeverria echeverría elizondo enriquez enríquez
  escamilla escobedo esparza galindo gallardo gaytan godinez godínez henriquez henríquez hurtado jaramillo ledesma leyva lozano lugo madrigal magana
  magaña manriquez marroquin mercado meza mireles monroy montalvo montanez montañez montero najera nájera nevarez nieto noriega ocampo olvera oropeza
  otero pagan pagán palomino paredes parra pedraza peralta plascencia ponce preciado quezada quinones quintana quiroga quiroz rendon rendón renteria
  rentería resendiz reséndiz rivas rivero robledo rodarte roldan roldán ruelas saavedra saldana saldaña salcedo salgado sanabria saucedo segura
  sepulveda sepúlveda sosa sotelo tejada tejeda tellez téllez tirado uribe urena ureña valadez valenzuela vallejo varela velez vélez vergara villasenor
  villaseñor villegas yanez yáñez zapata zarate zárate zepeda`;

/** Last names that are hardly ever first names. */
export const LAST_NAMES = `
  smith johnson williams jones brown davis miller wilson moore taylor anderson jackson white harris thompson garcia martinez robinson
  clark rodriguez lewis walker hall young hernandez king wright lopez hill green adams baker gonzalez nelson carter mitchell perez roberts
  turner phillips campbell parker evans edwards collins stewart sanchez morris rogers reed cook morgan bell murphy bailey rivera cooper
  richardson cox ward torres peterson gray ramirez watson brooks sanders price bennett wood barnes ross henderson coleman jenkins perry
  powell long patterson hughes flores washington butler simmons foster gonzales bryant griffin diaz hayes myers ford hamilton sullivan
  wallace woods cole west jordan owens reynolds fisher ellis harrison gibson mcdonald cruz marshall ortiz gomez murray freeman wells webb
  simpson stevens tucker porter hunter hicks crawford boyd morales kennedy dixon ramos reyes burns shaw holmes rice robertson hunt black
  daniels palmer mills nichols grant knight ferguson stone hawkins dunn perkins hudson spencer gardner stephens payne pierce berry
  matthews wagner willis watkins olson carroll duncan snyder hart cunningham lane andrews ruiz fox riley armstrong carpenter weaver greene
  elliott chavez sims austin peters kelley lawson fields gutierrez schmidt carr vasquez castillo wheeler chapman montgomery richards
  williamson johnston banks meyer bishop mccoy howell alvarez morrison hansen fernandez garza little burton nguyen jacobs reid fuller
  lynch garrett romero welch larson frazier burke hanson day mendoza moreno bowman medina fowler brewer hoffman carlson silva pearson
  holland fleming jensen vargas byrd davidson hopkins may herrera soto walters neal caldwell lowe jennings barnett graves jimenez horton
  shelton barrett obrien castro sutton mckinney miles rodriquez chambers holt lambert fletcher watts bates hale rhodes pena beck newman
  haynes mcdaniel mendez bush vaughn parks dawson santiago norris hardy love steele curry powers schultz barker guzman page munoz ball
  keller chandler weber walsh lyons ramsey wolfe schneider mullins benson sharp bowen barber cummings hines baldwin griffith valdez
  hubbard salazar reeves warner stevenson burgess santos tate cross garner mann mack moss thornton mcgee farmer delgado aguilar vega
  glover manning cohen harmon rodgers robbins newton blair higgins ingram reese cannon strickland townsend potter goodwin walton rowe
  hampton ortega patton swanson goodman maldonado yates becker erickson hodges rios conner adkins webster malone hammond flowers cobb
  moody quinn maxwell pope osborne mccarthy guerrero estrada sandoval gibbs gross fitzgerald stokes doyle sherman saunders wise colon gill
  alvarado greer padilla waters nunez ballard schwartz mcbride houston christensen klein pratt briggs parsons mclaughlin zimmerman french
  buchanan moran copeland pittman brady mccormick holloway brock poole owen bass marsh drake wong jefferson park morton abbott sparks
  norton huff massey figueroa carson bowers roberson barton tran lamb harrington boone cortez clarke mathis singleton wilkins cain
  underwood hogan mckenzie collier luna phelps mcguire bridges wilkerson nash summers atkins wilcox pitts conley marquez burnett cochran
  chase davenport hood gates clay ayala sawyer roman vazquez dickerson hodge acosta flynn espinoza nicholson monroe wolf morrow whitaker
  oconnor skinner ware molina kirby huffman bradford gilmore dominguez oneal lang combs kramer heath hancock gallagher gaines shaffer
  short wiggins mathews mcclain fischer wall small melton hensley bond dyer grimes contreras wyatt baxter snow mosley shepherd larsen
  hoover beasley petersen whitehead meyers garrison shields horn savage olsen schroeder hartman woodard mueller kemp deleon booth patel
  calhoun wiley eaton cline navarro harrell humphrey parrish duran hutchinson hess dorsey bullock robles beard dalton avila vance rich
  blackwell york johns blankenship trevino salinas campos pruitt callahan golden montoya hardin guerra mcdowell stafford gallegos henson
  wilkinson booker merritt atkinson orr decker hobbs tanner knox pacheco stephenson glass rojas serrano marks hickman english sweeney
  strong prince mcclure conway roth maynard farrell lowery hurst nixon weiss trujillo ellison sloan juarez winters mclean boyer villarreal
  mccall gentry carrillo ayers sexton pace hull leblanc browning velasquez leach chang house sellers herring noble foley bartlett mercado
  landry durham walls barr mckee bauer rivers bradshaw pugh velez rush estes dodson morse sheppard weeks camacho bean barron livingston
  middleton spears branch blevins chen kerr mcconnell hatfield harding solis frost giles blackburn pennington woodward finley mcintosh
  koch best solomon mccullough dudley nolan blanchard rivas brennan mejia kane benton buckley valentine maddox russo mcknight buck moon
  mcmillan crosby berg dotson mays roach church chan richmond meadows faulkner oneill knapp kline ochoa jacobson avery hendricks horne
  shepard hebert cherry cardenas mcintyre waller holman donaldson cantu morin gillespie fuentes tillman sanford bentley peck key salas
  rollins gamble dickson battle santana cabrera cervantes howe hinton hurley spence zamora yang mcneil suarez case petty gould mcfarland
  sampson carver bray macdonald stout hester melendez dillon farley hopper galloway potts joyner stein aguirre osborn mercer bender franco
  rowland sykes pickett crane sears mayo dunlap hayden wilder mckay coffey mccarty ewing cooley vaughan bonner cotton holder stark ferrell
  cantrell fulton lott calderon pollard hooper burch mullen fry riddle levy duke odonnell britt daugherty berger dillard alston jarvis
  frye riggs chaney odom duffy fitzpatrick valenzuela merrill mayer alford mcpherson acevedo donovan barrera cote reilly compton mooney
  mcgowan craft clemons wynn nielsen baird stanton snider rosales bright witt hays holden rutledge kinney clements castaneda slater hahn
  emerson burks delaney pate lancaster sweet justice sharpe whitfield talley macias irwin burris ratliff mccray madden kaufman beach goff
  cash bolton mcfadden levine good byers kirkland kidd workman carney mcleod holcomb england finch head burt hendrix sosa haney franks
  sargent nieves downs rasmussen bird hewitt le foreman valencia oneil delacruz vinson dejesus hyde forbes gilliam guthrie wooten huber
  barlow boyle mcmahon buckner rocha puckett langley knowles cooke velazquez whitley vang shea rouse hartley`;
