-- maps of Tiled in XML, in builds that read it
SET client_min_messages = warning; -- of layers that are left out
CREATE FUNCTION refused(expression text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE message text; detail text; hint text;
BEGIN
  EXECUTE 'SELECT ' || expression;
  RETURN 'accepted';
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
  IF message ~ '(type json|Unicode escape sequence)$' THEN
    RETURN format('%s (the server, %s)', SQLSTATE, CASE WHEN length(message || detail) < 1500 THEN 'in brief' ELSE 'at length' END);
  END IF;
  RETURN concat_ws(E'\n', SQLSTATE || ' ' || message, nullif(regexp_replace(detail, '^(Line \d+|Zstandard): .*', '\1: what the library says.'), ''), nullif(hint, ''));
END $$;

-- groups: by the path, or by its end where that is one layer's only
CREATE TABLE house AS SELECT '<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">
<map version="1.10" orientation="orthogonal" width="3" height="2" tilewidth="16" tileheight="16" infinite="0">
 <properties><property name="title" value="A &lt;house&gt;"/></properties>
 <tileset firstgid="1" name="ground" tilewidth="16" tileheight="16">
  <tile id="0" type="Grass"/>
  <tile id="1"><properties><property name="solid" type="bool" value="true"/><property name="cost" type="int" value="3"/></properties></tile>
  <tile id="2"><properties><property name="solid" type="bool" value="false"/><property name="cost" type="float" value="2.5"/></properties></tile>
 </tileset>
 <tileset firstgid="10" source="../tiles/walls.tsx"/>
 <layer id="1" name="floor" width="3" height="2"><data encoding="csv">
1,1,2,
3,3,1,
</data></layer>
 <group name="indoors">
  <layer id="2" name="walls" width="3" height="2"><data><tile gid="10"/><tile/><tile gid="0"/><tile gid="11"/><tile/><tile gid="12"/></data></layer>
  <group name="deep"><layer id="3" name="roof" width="3" height="2"><data encoding="csv">0,0,0,0,1,0</data></layer></group>
 </group>
 <group name="outdoors"><layer id="4" name="walls" width="3" height="2"><data encoding="csv">1,1,1,1,1,1</data></layer></group>
</map>' AS tiled;
SELECT layer, fringe_ascii(gridmap_from_tiled(tiled, '{"0": ".", "1": "1", "10": "a", "11": "b", "else": "c"}', layer))
FROM house, unnest('{NULL,floor,indoors/walls,outdoors/walls,indoors/deep/roof,deep/roof,roof}'::text[]) layer;
SELECT layer, refused(format('gridmap_from_tiled(%L, layer => %L)', tiled, layer)) FROM house, unnest('{walls,doors,indoors,deep/walls,""}'::text[]) layer;
SELECT gridmap_from_tiled(tiled::xml, '{"else": ".", "2": "@"}') = gridmap_from_tiled(tiled, '{"else": ".", "2": "@"}') AS same FROM house;

-- rules by properties, classes and tilesets
SELECT rule, fringe_ascii(gridmap_from_tiled(tiled, rule, files => '{"walls.tsx": "<tileset name=\"walls\"/>"}'))
FROM house, unnest(ARRAY['{"solid": "@", "else": "."}', '{"solid": "@", "1": "1", "else": "."}', '{"solid=false": "W", "else": "."}', '{"cost=2-4": "T", "else": "."}',
  '{"cost=3": "T", "cost=2.5": "S", "else": "."}', '{"class=Grass": ",", "else": "."}', '{"ground:0": "0", "ground:1-2": "1"}', '{"2": "2", "solid": "@", "cost": "T", "else": "."}',
  '{"lava?": "W", "else": "."}']::jsonb[]) rule;
SELECT fringe_ascii(gridmap_from_tiled(tiled, '{"walls:0": "a", "walls:1": "b", "0": ".", "wood": "w"}', 'indoors/walls', jsonb_build_object('walls.tsx', file))) AS walls
FROM house, unnest(ARRAY['<tileset name="walls"><tile id="2"><properties><property name="wood" value="oak"/></properties></tile></tileset>',
  '{"name": "walls", "tiles": [{"id": 2, "properties": [{"name": "wood", "type": "string", "value": "oak"}]}]}']) file;
-- a file may have any end of its path as name, and the longest one counts; two names of one layer have no order
SELECT name, fringe_ascii(gridmap_from_tiled(tiled, '{"wood": "w", "else": "."}', 'indoors/walls', jsonb_build_object(name, '<tileset><tile id="2"><properties><property name="wood" value="oak"/></properties></tile></tileset>'::text, 'walls.tsx', '<tileset/>'::text))) AS walls
FROM house, (VALUES ('tiles/walls.tsx'), ('../tiles/walls.tsx')) v (name);
SELECT refused(format('gridmap_from_tiled(%L, %L)', tiled, '{"roof": {"else": "@"}, "deep/roof": {"else": "."}}')) FROM house;
SELECT rule, refused(format('gridmap_from_tiled(%L, %L, %L, %L)', tiled, rule, 'indoors/walls', files))
FROM house, (VALUES ('{"solid": "@", "else": "."}', '{}'), ('{"solid": "@", "else": "."}', NULL), ('{"solid": "@", "cost": "T", "else": "."}', '{"walls.tsx": "<tileset/>"}'),
  ('{"stone": "@", "else": "."}', '{"walls.tsx": {"name": "walls"}}'), ('{"walls:x": "@"}', '{"../tiles/walls.tsx": {}}'), ('{"1": ".."}', NULL), ('{"1": null}', NULL), ('7', NULL),
  ('{"1-5": ".", "5-7": "@"}', NULL), ('{"1-5": ".", "ground:0": "@"}', NULL), ('{"11": "."}', NULL), (NULL, NULL), ('{"else": "."}', '[]'),
  ('{"floor": {"else": "."}}', NULL)) v (rule, files);

-- several layers: the upper ones hide the lower ones where they have tiles
SELECT rule, fringe_ascii(gridmap_from_tiled(tiled, rule))
FROM house, unnest(ARRAY['{"floor": {"1": ".", "else": ","}, "indoors/walls": {"else": "@"}}', '{"indoors/walls": {"10": "@", "else": null}, "else": "."}',
  '{"roof": {"else": "r"}, "indoors/walls": {"else": "@"}, "floor": {"else": "."}}', '{"roof": {"0": "o", "1": null}, "floor": {"else": "."}}']::jsonb[]) rule;
SELECT refused(format('gridmap_from_tiled(%L, %L)', tiled, rule))
FROM house, unnest('{"{\"floor\": {\"1\": \".\"}}","{\"roof\": {\"else\": \".\"}}","{\"roof\": {\"else\": \".\"}, \"floor\": \"@\"}","{\"roof\": {\"else\": [1]}}","{\"cellar\": {\"else\": \".\"}}"}'::text[]) rule;

-- what is wrong
SELECT expression, refused(expression) FROM unnest(ARRAY[
  $$gridmap_from_tiled('<map orientation="spherical"/>')$$, $$gridmap_tiled_objects('<map orientation="spherical"/>')$$, $$gridmap_from_tiled('<map>')$$, $$gridmap_from_tiled('<html/>')$$,
  $$gridmap_from_tiled('<map/><map/>')$$, $$gridmap_from_tiled('<')$$, $$gridmap_from_tiled(repeat('<map>', 201))$$, $$gridmap_from_tiled('<tileset/>')$$,
  $$gridmap_from_tiled('<!DOCTYPE map [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><map>&b;</map>')$$,
  $$gridmap_from_tiled('<!DOCTYPE map [<!ENTITY % a SYSTEM "file:///etc/passwd">%a;]><map/>')$$,
  $$gridmap_from_tiled('<!DOCTYPE map [<!ENTITY a SYSTEM "file:///etc/passwd">]><map name="&a;"/>')$$, $$gridmap_from_tiled('<map>&a;</map>')$$,
  $$gridmap_from_tiled('<!DOCTYPE map SYSTEM "file:///nowhere.dtd"><map>&a;</map>')$$, $$gridmap_from_tiled('<!DOCTYPE map [<!ATTLIST map width CDATA "1" kind (a|b) "a">]><map/>')$$,
  $$gridmap_from_tiled((SELECT '<map ' || string_agg('a' || i || '=""', ' ') || '/>' FROM generate_series(1, 20000) i))$$,
  $$gridmap_from_tiled('<map><!--' || repeat('x', 9000000) || '--></map>')$$, $$gridmap_from_tiled('<!DOCTYPE map SYSTEM "file:///nowhere.dtd"><map name="a&amp;b&c;"/>')$$,
  $$gridmap_from_tiled('<!DOCTYPE map SYSTEM "file:///nowhere.dtd"><map name="a&amp;&#98;&lt;"/>')$$
  ]) WITH ORDINALITY e (expression, number) ORDER BY number;

-- objects: where they are, what they are, and their properties
SELECT name, class, cell, width AS w, height AS h, shape, tile, points, properties FROM gridmap_tiled_objects('<map orientation="orthogonal" width="9" height="9" tilewidth="16" tileheight="8">
 <tileset firstgid="1" name="things" tilewidth="16" tileheight="8"><tile id="4" class="Chest"><properties><property name="gold" type="int" value="5"/><property name="open" type="bool" value="false"/></properties></tile></tileset>
 <tileset firstgid="100" source="centred.tsx"/>
 <group name="top"><objectgroup name="things">
  <object id="1" name="door" type="Door" x="32" y="16" width="32" height="8"><properties><property name="key" value="red"/><property name="locked" type="bool" value="true"/>
    <property name="target" type="object" value="9"/><property name="cost" type="float" value="2.5"/><property name="tint" type="color" value="#ff0000"/>
    <property name="note">two
lines</property>
    <property name="lock" type="class" propertytype="Lock"><properties><property name="strength" type="int" value="7"/></properties></property></properties></object>
  <object id="2" name="chest" gid="5" x="48" y="24" width="16" height="8"><properties><property name="gold" type="int" value="30"/></properties></object>
  <object id="3" name="flipped" gid="2147483653" x="48" y="24" width="16" height="8"/>
  <object id="4" name="between" gid="5" x="53" y="27" width="16" height="8"/>
  <object id="5" name="small" gid="5" x="51" y="23" width="2" height="2"/>
  <object id="6" name="of its own size" gid="5" x="16" y="16"/>
  <object id="7" name="centred" gid="100" x="24" y="12" width="16" height="8"/>
  <object id="8" name="turned" x="32" y="32" width="32" height="8" rotation="90"/>
  <object id="9" name="point" x="47.9" y="8"><point/></object>
  <object id="10" name="ellipse" x="0" y="0" width="33" height="9"><ellipse/></object>
  <object id="11" name="area" x="16" y="8"><polygon points="0,0 32,0 31.9,15.9 0,8"/></object>
  <object id="12" name="patrol" x="16" y="8" rotation="180"><polyline points="0,0 15,-8"/></object>
  <object id="13" name="&lt;a &amp; &quot;b&#233;&quot;&gt;" x="0" y="8" width="32" height="8"><text wrap="1">Hello &amp; good-bye</text></object>
  <object id="14" x="-1" y="-1"/>
  <object id="15" template="templates/door.tx" x="0" y="16"><properties><property name="key" value="blue"/></properties></object>
  <object id="16" template="chest.tj" x="0" y="16"/>
 </objectgroup></group>
</map>', '{"centred.tsx": "<tileset objectalignment=''center''/>", "templates/door.tx": "<template><object name=''gate'' type=''Door'' width=''16'' height=''16''><properties><property name=''key'' value=''red''/><property name=''wood'' value=''oak''/></properties></object></template>",
  "chest.tj": {"type": "template", "tileset": {"firstgid": 1, "source": "centred.tsx"}, "object": {"name": "chest", "gid": 3, "width": 16, "height": 8}}}');
-- shapes of a layer of objects as cells: by their centres, or the cell of the shape's own centre; lines by the cells that they cross
SELECT fringe_ascii(gridmap_from_tiled('<map orientation="orthogonal" width="24" height="12" tilewidth="16" tileheight="8">
 <tileset firstgid="1" name="things" tilewidth="16" tileheight="8"><tile id="4" class="Chest"/></tileset>
 <layer name="ground" width="24" height="12"><data encoding="csv">' || repeat('1,', 287) || '1</data></layer>
 <objectgroup name="shapes">
  <object id="1" class="box" x="8" y="4" width="48" height="24"/>
  <object id="2" name="round" x="80" y="0" width="112" height="56"><ellipse/></object>
  <object id="3" class="area" x="208" y="0"><polygon points="0,0 96,0 96,48 48,24 0,48"/></object>
  <object id="4" class="fence" x="8" y="92"><polyline points="0,0 120,-24 330,-12"/></object>
  <object id="5" name="chest" gid="5" x="320" y="16" width="16" height="8"/>
  <object id="6" class="dot" x="360" y="4"><point/></object>
  <object id="7" class="small" x="17" y="41" width="2" height="2"/>
  <object id="8" class="box" x="340" y="40" width="32" height="32" rotation="45"><properties><property name="deep" type="bool" value="true"/></properties></object>
  <object id="9" x="0" y="0" width="384" height="96"><text>Hello</text></object>
  <object id="10" class="pill" x="208" y="58" width="112" height="24"><capsule/></object>
 </objectgroup></map>', '{"ground": {"1": "."}, "shapes": {"class=box": "b", "name=round": "o", "3": "a", "class=fence": "f", "class=Chest": "c", "6": "d", "else": "s", "class=pill": "p"}}'));
-- a set of tiles in a file has the name of the file and its own one; a key that means two sets is an error
SELECT key, files, refused(format('replace(fringe_ascii(gridmap_from_tiled(%L, %L, files => %L)), E''\n'', ''/'')', '<map><tileset firstgid="1" source="rock.tsx"/><tileset firstgid="5" source="../sand.tsx"/><layer name="a" width="3" height="1"><data encoding="csv">1,5,6</data></layer></map>',
  format('{"%s": "@", "else": "."}', key), files)) FROM unnest('{rock:0,stone:0,sand:1,sand:0-1,none:0?}'::text[]) key, unnest(ARRAY['{}', '{"rock.tsx": "<tileset name=''stone''/>"}', '{"rock.tsx": "<tileset name=''sand''/>"}']) files;
-- tiles that have a shape in the collision editor
SELECT fringe_ascii(gridmap_from_tiled('<map><tileset firstgid="1"><tile id="1"><objectgroup draworder="index"><object id="1" x="0" y="0" width="4" height="4"/></objectgroup></tile><tile id="2"><objectgroup/></tile>
  <tile id="3"><properties><property name="shape" type="bool" value="false"/></properties><objectgroup><object id="1"/></objectgroup></tile></tileset><layer name="a" width="4" height="1"><data encoding="csv">1,2,3,4</data></layer></map>', '{"shape": "@", "else": "."}'));
SELECT expression, refused('count(*) FROM ' || expression) FROM unnest(ARRAY[
  $$gridmap_tiled_objects('<map tilewidth="0" tileheight="1"/>')$$,
  $$gridmap_tiled_objects('<map tilewidth="1" tileheight="1"><objectgroup><object x="a"/></objectgroup></map>')$$,
  $$gridmap_tiled_objects('<map tilewidth="1" tileheight="1"><objectgroup><object x="1e12"/></objectgroup></map>')$$,
  $$gridmap_tiled_objects('<map tilewidth="1" tileheight="1"><objectgroup><object><polygon points="1,2 3"/></object></objectgroup></map>')$$,
  $$gridmap_tiled_objects('<map tilewidth="1" tileheight="1"><objectgroup><object><polygon points=""/></object></objectgroup></map>')$$,
  $$gridmap_tiled_objects('<map tilewidth="1" tileheight="1"><objectgroup><object><properties><property value="1"/></properties></object></objectgroup></map>')$$,
  $$gridmap_tiled_objects('<map tilewidth="1" tileheight="1"><objectgroup><object template="a.tx"/></objectgroup></map>')$$]) expression;
DROP TABLE house;
-- a long polygon takes time in proportion to its corners; elements count against fringe.max_memory
SET statement_timeout = '20s';
SELECT cardinality(points) FROM gridmap_tiled_objects('<map tilewidth="1" tileheight="1"><objectgroup><object><polygon points="' || repeat('1,1 ', 1000000) || '"/></object></objectgroup></map>');
RESET statement_timeout;
SET fringe.max_memory = '2MB';
SELECT regexp_replace(refused($$count(*) FROM gridmap_tiled_objects('<map tilewidth="1" tileheight="1"><objectgroup>' || repeat('<object x="1"/>', 50000) || '</objectgroup></map>')$$), 'needs \d+', 'needs N');
RESET fringe.max_memory;
DROP FUNCTION refused;
RESET client_min_messages;
