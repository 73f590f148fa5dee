-- Other formats: each property that changes neighbours, size or meaning of a cell is supported, or refused by name

-- `answer`: the rows of the map, or a part of the error
CREATE TABLE property (format text, property text, call text, answer text, PRIMARY KEY (format, property));
INSERT INTO property VALUES
  ($v$Godot$v$, $v$tile_shape absent: squares$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
$q$, '{"0:0,0": "a", "0:1,0": "b", "else": "c"}')$v$, $v$abc$v$),
  ($v$Godot$v$, $v$tile_shape = 0: squares$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
tile_shape = 0
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
$q$, '{"0:0,0": "a", "0:1,0": "b", "else": "c"}')$v$, $v$abc$v$),
  ($v$Godot$v$, $v$tile_shape = 1: isometric, stacked$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
tile_shape = 1
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
$q$, '{"0:0,0": "a", "0:1,0": "b", "else": "c"}')$v$, $v$||c/|b|/a||$v$),
  ($v$Godot$v$, $v$tile_shape = 1: isometric, diamond right$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
tile_shape = 1
tile_layout = 4
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
$q$, '{"0:0,0": "a", "0:1,0": "b", "else": "c"}')$v$, $v$abc$v$),
  ($v$Godot$v$, $v$tile_shape = 1: isometric, diamond down$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
tile_shape = 1
tile_layout = 5
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
$q$, '{"0:0,0": "a", "0:1,0": "b", "else": "c"}')$v$, $v$abc$v$),
  ($v$Godot$v$, $v$tile_shape = 1: isometric, stairs$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
tile_shape = 1
tile_layout = 2
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
$q$, '{"0:0,0": "a", "0:1,0": "b", "else": "c"}')$v$, $v$||c/|b|/a||$v$),
  ($v$Godot$v$, $v$tile_shape = 2: half-offset squares$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
tile_shape = 2
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
$q$, '{"0:0,0": "a", "0:1,0": "b", "else": "c"}')$v$, $v$abc$v$),
  ($v$Godot$v$, $v$tile_shape = 3: hexagons$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
tile_shape = 3
tile_offset_axis = 1
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
$q$, '{"0:0,0": "a", "0:1,0": "b", "else": "c"}')$v$, $v$||c/ab|$v$),
  ($v$Godot$v$, $v$tile_shape of another kind$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
tile_shape = 9
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
$q$, '{"0:0,0": "a", "0:1,0": "b", "else": "c"}')$v$, $v$tile_shape = 9$v$),
  ($v$Godot$v$, $v$tile_shape, of a layer that is named$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
tile_shape = 3
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
$q$, '{"0:0,0": "a", "0:1,0": "b", "else": "c"}', 'Ground')$v$, $v$abc$v$),
  ($v$Godot$v$, $v$tile_shape, under a rule of layers$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
tile_shape = 3
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
$q$, '{"Ground": {"else": "."}}')$v$, $v$...$v$),
  ($v$Godot$v$, $v$tile_shape in a file that is not passed$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[ext_resource type="TileSet" path="res://maps/cave.tres" id="1_x"]
[unused]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = ExtResource("1_x")
$q$, '{"0:0,0": "a", "0:1,0": "b", "else": "c"}')$v$, $v$"res://maps/cave.tres" is not known$v$),
  ($v$Godot$v$, $v$tile_shape in a file$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[ext_resource type="TileSet" path="res://maps/cave.tres" id="1_x"]
[unused]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = ExtResource("1_x")
$q$, '{"0:0,0": "a", "0:1,0": "b", "else": "c"}', files => jsonb_build_object('cave.tres', $q$[gd_resource type="TileSet" format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[resource]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
$q$))$v$, $v$abc$v$),
  ($v$Godot$v$, $v$tile_shape = 3 in a file$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[ext_resource type="TileSet" path="res://maps/cave.tres" id="1_x"]
[unused]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = ExtResource("1_x")
$q$, '{"0:0,0": "a", "0:1,0": "b", "else": "c"}', files => jsonb_build_object('cave.tres', $q$[gd_resource type="TileSet" format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[resource]
tile_shape = 3
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
$q$))$v$, $v$abc$v$),
  ($v$Godot$v$, $v$tile_shape = 3 in a file, by a longer path$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[ext_resource type="TileSet" path="res://maps/cave.tres" id="1_x"]
[unused]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = ExtResource("1_x")
$q$, '{"0:0,0": "a", "0:1,0": "b", "else": "c"}', files => jsonb_build_object('maps/cave.tres', $q$[gd_resource type="TileSet" format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[resource]
tile_shape = 3
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
$q$))$v$, $v$abc$v$),
  ($v$Godot$v$, $v$tile_proxies$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
tile_proxies/source_level = [0, 1]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
$q$, '{"0:0,0": "a", "0:1,0": "b", "else": "c"}')$v$, $v$tile_proxies$v$),
  ($v$Godot$v$, $v$tile_size not square: a step counts cells$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
tile_size = Vector2i(16, 24)
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
$q$, '{"0:0,0": "a", "0:1,0": "b", "else": "c"}')$v$, $v$abc$v$),
  ($v$Godot$v$, $v$tiles turned: the same tile$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAABABAAAAAAABAAAAAGACAAAAAAACAAAAAXA=")
tile_set = SubResource("T")
$q$, '{"0:0,0": "a", "0:1,0": "b", "else": "c"}')$v$, $v$abc$v$),
  ($v$Godot$v$, $v$alternative tiles$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
$q$, '{"0:2,0:1": "a", "else": "."}')$v$, $v$..a$v$),
  ($v$Godot$v$, $v$sources$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAABQAAAAAAAAA=")
tile_set = SubResource("T")
$q$, '{"0": "a", "5": "b"}')$v$, $v$ab$v$),
  ($v$Godot$v$, $v$custom data: true$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
$q$, '{"solid": "@", "else": "."}')$v$, $v$@..$v$),
  ($v$Godot$v$, $v$custom data: a number$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
$q$, '{"cost=4": "T", "else": "."}')$v$, $v$.T.$v$),
  ($v$Godot$v$, $v$custom data: numbers$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
$q$, '{"cost=4..8": "T", "else": "."}')$v$, $v$.TT$v$),
  ($v$Godot$v$, $v$custom data: a text$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
$q$, '{"kind=lava": "L", "else": "."}')$v$, $v$.L.$v$),
  ($v$Godot$v$, $v$custom data: keys in common$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
$q$, '{"kind=lava": "L", "cost": "T", "else": "."}')$v$, $v$two keys of a rule match tile 0:1,0$v$),
  ($v$Godot$v$, $v$custom data: keys in common of an alternative$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/1 = 1
1:0/1/custom_data_1 = 4
1:0/1/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
$q$, '{"kind=lava": "L", "cost": "T", "else": "."}')$v$, $v$two keys of a rule match alternative 1 of tile 0:1,0$v$),
  ($v$Godot$v$, $v$custom data: a tile precedes it$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
$q$, '{"0:1,0": "b", "kind=lava": "L", "cost": "T", "else": "."}')$v$, $v$.bT$v$),
  ($v$Godot$v$, $v$custom data: a key without tiles$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
$q$, '{"water": "W", "else": "."}')$v$, $v$matches no tile$v$),
  ($v$Godot$v$, $v$custom data: a key that may have no tiles$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
$q$, '{"water?": "W", "else": "."}')$v$, $v$...$v$),
  ($v$Godot$v$, $v$custom data in a file$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[ext_resource type="TileSet" path="res://maps/cave.tres" id="1_x"]
[unused]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = ExtResource("1_x")
$q$, '{"solid": "@", "else": "."}', files => jsonb_build_object('cave.tres', $q$[gd_resource type="TileSet" format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[resource]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
$q$))$v$, $v$@..$v$),
  ($v$Godot$v$, $v$custom data in a file that is not passed$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[ext_resource type="TileSet" path="res://maps/cave.tres" id="1_x"]
[unused]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = ExtResource("1_x")
$q$, '{"solid": "@", "else": "."}')$v$, $v$"res://maps/cave.tres" is not known$v$),
  ($v$Godot$v$, $v$collision$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
$q$, '{"physics_layer_0": "@", "else": "."}')$v$, $v$@..$v$),
  ($v$Godot$v$, $v$a node per layer$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
[node name="Rooms" type="Node2D" parent="."]
[node name="Walls" type="TileMapLayer" parent="Rooms"]
tile_map_data = PackedByteArray("AAABAP//AAAAAAAAAAABAAAAAAAAAAAAAAA=")
tile_set = SubResource("T")
$q$, '{"Ground": {"cost": "T", "else": "."}, "Walls": {"solid": "@"}, "else": "?"}')$v$, $v$?@?/.@T$v$),
  ($v$Godot$v$, $v$a node per layer, by paths$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
[node name="Rooms" type="Node2D" parent="."]
[node name="Walls" type="TileMapLayer" parent="Rooms"]
tile_map_data = PackedByteArray("AAABAP//AAAAAAAAAAABAAAAAAAAAAAAAAA=")
tile_set = SubResource("T")
$q$, '{"Ground": {"cost": "T", "else": "."}, "Rooms/Walls": {"solid": "@"}, "else": "?"}')$v$, $v$?@?/.@T$v$),
  ($v$Godot$v$, $v$a node per layer, null of a layer$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
[node name="Rooms" type="Node2D" parent="."]
[node name="Walls" type="TileMapLayer" parent="Rooms"]
tile_map_data = PackedByteArray("AAABAP//AAAAAAAAAAABAAAAAAAAAAAAAAA=")
tile_set = SubResource("T")
$q$, '{"Ground": {"cost": "T", "null": "x", "else": "."}, "Walls": {"solid": "@"}, "else": "?"}')$v$, $v$x@x/.@T$v$),
  ($v$Godot$v$, $v$a node per layer, below$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
[node name="Rooms" type="Node2D" parent="."]
[node name="Walls" type="TileMapLayer" parent="Rooms"]
tile_map_data = PackedByteArray("AAABAP//AAAAAAAAAAABAAAAAAAAAAAAAAA=")
tile_set = SubResource("T")
$q$, '{"Ground": {"cost": "T", "else": "."}, "Walls": {"solid": null}, "else": "?"}')$v$, $v$???/.TT$v$),
  ($v$Godot$v$, $v$a node per layer, one of them moved$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
[node name="Rooms" type="Node2D" parent="."]
[node name="Walls" type="TileMapLayer" parent="Rooms"]
tile_map_data = PackedByteArray("AAABAP//AAAAAAAAAAABAAAAAAAAAAAAAAA=")
tile_set = SubResource("T")
position = Vector2(8, 0)
$q$, '{"Ground": {"cost": "T", "else": "."}, "Walls": {"solid": "@"}, "else": "?"}')$v$, $v$layer "Walls" of the scene is moved$v$),
  ($v$Godot$v$, $v$a node per layer, a node above moved$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
[node name="Rooms" type="Node2D" parent="."]
position = Vector2(8, 0)
[node name="Walls" type="TileMapLayer" parent="Rooms"]
tile_map_data = PackedByteArray("AAABAP//AAAAAAAAAAABAAAAAAAAAAAAAAA=")
tile_set = SubResource("T")
$q$, '{"Ground": {"cost": "T", "else": "."}, "Walls": {"solid": "@"}, "else": "?"}')$v$, $v$layer "Walls" of the scene is moved$v$),
  ($v$Godot$v$, $v$a node per layer, turned$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
[node name="Rooms" type="Node2D" parent="."]
[node name="Walls" type="TileMapLayer" parent="Rooms"]
tile_map_data = PackedByteArray("AAABAP//AAAAAAAAAAABAAAAAAAAAAAAAAA=")
tile_set = SubResource("T")
rotation = 1.5708
$q$, '{"Ground": {"cost": "T", "else": "."}, "Walls": {"solid": "@"}, "else": "?"}')$v$, $v$layer "Walls" of the scene is moved$v$),
  ($v$Godot$v$, $v$a node per layer, cells of other sizes$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[sub_resource type="TileSet" id="U"]
tile_size = Vector2i(32, 32)
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
[node name="Rooms" type="Node2D" parent="."]
[node name="Walls" type="TileMapLayer" parent="Rooms"]
tile_map_data = PackedByteArray("AAABAP//AAAAAAAAAAABAAAAAAAAAAAAAAA=")
tile_set = SubResource("U")
$q$, '{"Ground": {"cost": "T", "else": "."}, "Walls": {"else": "@"}, "else": "?"}')$v$, $v$cells of different sizes$v$),
  ($v$Godot$v$, $v$a node per layer, without a code$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
[node name="Rooms" type="Node2D" parent="."]
[node name="Walls" type="TileMapLayer" parent="Rooms"]
tile_map_data = PackedByteArray("AAABAP//AAAAAAAAAAABAAAAAAAAAAAAAAA=")
tile_set = SubResource("T")
$q$, '{"Ground": {"cost": "T", "else": "."}, "Walls": {"solid": "@"}}')$v$, $v$no layer has a terrain code for cell (0,0)$v$),
  ($v$Godot$v$, $v$a layer twice$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
[node name="Rooms" type="Node2D" parent="."]
[node name="Walls" type="TileMapLayer" parent="Rooms"]
tile_map_data = PackedByteArray("AAABAP//AAAAAAAAAAABAAAAAAAAAAAAAAA=")
tile_set = SubResource("T")
$q$, '{"Walls": {"else": "@"}, "Rooms/Walls": {"else": "."}}')$v$, $v$names a layer twice$v$),
  ($v$Godot$v$, $v$a layer that is missing$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
[node name="Rooms" type="Node2D" parent="."]
[node name="Walls" type="TileMapLayer" parent="Rooms"]
tile_map_data = PackedByteArray("AAABAP//AAAAAAAAAAABAAAAAAAAAAAAAAA=")
tile_set = SubResource("T")
$q$, '{"Walls": {"else": "@"}, "Roof": {"else": "."}}')$v$, $v$no tile map "Roof"$v$),
  ($v$Godot$v$, $v$files: a file that is no text$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[ext_resource type="TileSet" path="res://maps/cave.tres" id="1_x"]
[unused]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = ExtResource("1_x")
$q$, '{"0:0,0": "a", "0:1,0": "b", "else": "c"}', files => '{"cave.tres": 7}')$v$, $v$file "cave.tres" is no text$v$),
  ($v$Godot$v$, $v$files: no object$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[ext_resource type="TileSet" path="res://maps/cave.tres" id="1_x"]
[unused]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = ExtResource("1_x")
$q$, '{"0:0,0": "a", "0:1,0": "b", "else": "c"}', files => '[]')$v$, $v$files must be a JSON object$v$),
  ($v$Godot$v$, $v$a rule of layers and a layer$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
[node name="Rooms" type="Node2D" parent="."]
[node name="Walls" type="TileMapLayer" parent="Rooms"]
tile_map_data = PackedByteArray("AAABAP//AAAAAAAAAAABAAAAAAAAAAAAAAA=")
tile_set = SubResource("T")
$q$, '{"Ground": {"cost": "T", "else": "."}, "Walls": {"solid": "@"}, "else": "?"}', 'Walls')$v$, $v$rule of layers and a layer exclude each other$v$),
  ($v$Godot$v$, $v$a rule of layers, with a key that has no rule$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
[node name="Rooms" type="Node2D" parent="."]
[node name="Walls" type="TileMapLayer" parent="Rooms"]
tile_map_data = PackedByteArray("AAABAP//AAAAAAAAAAABAAAAAAAAAAAAAAA=")
tile_set = SubResource("T")
$q$, '{"Walls": {"else": "@"}, "0:0,0": "."}')$v$, $v$rule of layers has a key "0:0,0" that has no rule$v$),
  ($v$Godot$v$, $v$a rule of layers, no tiles$v$, $v$gridmap_from_godot($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
[node name="Rooms" type="Node2D" parent="."]
[node name="Walls" type="TileMapLayer" parent="Rooms"]
tile_map_data = PackedByteArray("AAA=")
tile_set = SubResource("T")
$q$, '{"Walls": {"else": "@"}}')$v$, $v$It has no tiles$v$),
  ($v$Godot$v$, $v$tiles that are no array$v$, $v$gridmap_from_godot($q$tile_data = 7
$q$, '{"0:0,0": "a", "0:1,0": "b", "else": "c"}')$v$, $v$Its tiles are no array$v$),
  ($v$Godot$v$, $v$a node per layer, place of the map$v$, $v$gridmap_godot_origin($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
[node name="Rooms" type="Node2D" parent="."]
[node name="Walls" type="TileMapLayer" parent="Rooms"]
tile_map_data = PackedByteArray("AAABAP//AAAAAAAAAAABAAAAAAAAAAAAAAA=")
tile_set = SubResource("T")
$q$, rule => '{"Ground": {"cost": "T", "else": "."}, "Walls": {"solid": "@"}, "else": "?"}')$v$, $v$(0,-1)$v$),
  ($v$Godot$v$, $v$one layer, place of the map$v$, $v$gridmap_godot_origin($q$[gd_scene load_steps=3 format=3]
[sub_resource type="TileSetAtlasSource" id="A"]
0:0/0 = 0
0:0/0/custom_data_0 = true
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 1, 0, 1, 1)
1:0/0 = 0
1:0/0/custom_data_1 = 4
1:0/0/custom_data_2 = "lava"
2:0/1 = 1
2:0/1/custom_data_1 = 7.5
[sub_resource type="TileSet" id="T"]
custom_data_layer_0/name = "solid"
custom_data_layer_0/type = 1
custom_data_layer_1/name = "cost"
custom_data_layer_1/type = 3
custom_data_layer_2/name = "kind"
sources/0 = SubResource("A")
[node name="Level" type="Node2D"]
[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("AAAAAAAAAAAAAAAAAAABAAAAAAABAAAAAAACAAAAAAACAAAAAQA=")
tile_set = SubResource("T")
[node name="Rooms" type="Node2D" parent="."]
[node name="Walls" type="TileMapLayer" parent="Rooms"]
tile_map_data = PackedByteArray("AAABAP//AAAAAAAAAAABAAAAAAAAAAAAAAA=")
tile_set = SubResource("T")
$q$, layer => 'Walls')$v$, $v$(1,-1)$v$),
  ($v$Godot$v$, $v$bytes of 4.3 alone: squares$v$, $v$gridmap_from_godot('\x0000000000000000000000000000'::bytea, '{"0:0,0": "a"}')$v$, $v$a$v$),
  ($v$Godot$v$, $v$bytes of another version$v$, $v$gridmap_from_godot('\x0100'::bytea, '{"0:0,0": "a"}')$v$, $v$are not a version, 0$v$),
  ($v$Godot$v$, $v$layers of a node$v$, $v$gridmap_from_godot($q$[node name="A" type="TileMap"]
format = 2
layer_0/name = "Low"
layer_0/tile_data = PackedInt32Array(0, 1, 0, 1, 1, 0)
layer_1/name = "High"
layer_1/tile_data = PackedInt32Array(0, 2, 0)
$q$, '{"Low": {"else": "."}, "A/High": {"2": "@"}}')$v$, $v$@.$v$),
  ($v$Godot$v$, $v$layers of a node that is moved$v$, $v$gridmap_from_godot($q$[node name="A" type="TileMap"]
format = 2
position = Vector2(8, 8)
layer_0/name = "Low"
layer_0/tile_data = PackedInt32Array(0, 1, 0, 1, 1, 0)
layer_1/name = "High"
layer_1/tile_data = PackedInt32Array(0, 2, 0)
$q$, '{"Low": {"else": "."}, "A/High": {"2": "@"}}')$v$, $v$@.$v$),
  ($v$Godot$v$, $v$format of another version$v$, $v$gridmap_from_godot($q$[node name="A" type="TileMap"]
format = 1
layer_0/name = "Low"
layer_0/tile_data = PackedInt32Array(0, 1, 0, 1, 1, 0)
layer_1/name = "High"
layer_1/tile_data = PackedInt32Array(0, 2, 0)
$q$, '{"0:0,0": "a", "0:1,0": "b", "else": "c"}')$v$, $v$format = 1$v$),
  ($v$Godot$v$, $v$Godot 3$v$, $v$gridmap_from_godot($q$[node name="A" type="TileMap" parent="."]
format = 1
tile_data = PoolIntArray( 0, 7, 0, 1, 8, 0 )
$q$, '{"7": "a", "8": "b"}')$v$, $v$ab$v$),
  ($v$Godot$v$, $v$Godot 3: mode = 0, squares$v$, $v$gridmap_from_godot($q$[node name="A" type="TileMap" parent="."]
mode = 0
format = 1
tile_data = PoolIntArray( 0, 7, 0, 1, 8, 0 )
$q$, '{"7": "a", "8": "b"}')$v$, $v$ab$v$),
  ($v$Godot$v$, $v$Godot 3: mode = 1, isometric$v$, $v$gridmap_from_godot($q$[node name="A" type="TileMap" parent="."]
mode = 1
format = 1
tile_data = PoolIntArray( 0, 7, 0, 1, 8, 0 )
$q$, '{"7": "a", "8": "b"}')$v$, $v$ab$v$),
  ($v$Godot$v$, $v$Godot 3: mode = 2, a transform of its own$v$, $v$gridmap_from_godot($q$[node name="A" type="TileMap" parent="."]
mode = 2
cell_custom_transform = Transform2D( 24, 13.8564, 0, 27.7128, 0, 0 )
format = 1
tile_data = PoolIntArray( 0, 7, 0, 1, 8, 0 )
$q$, '{"7": "a", "8": "b"}')$v$, $v$ab$v$),
  ($v$Godot$v$, $v$Godot 3: mode = 3, which does not exist$v$, $v$gridmap_from_godot($q$[node name="A" type="TileMap" parent="."]
mode = 3
format = 1
tile_data = PoolIntArray( 0, 7, 0, 1, 8, 0 )
$q$, '{"7": "a", "8": "b"}')$v$, $v$mode = 3$v$),
  ($v$Godot$v$, $v$Godot 3: cell_custom_transform, another one per layer$v$, $v$gridmap_from_godot($q$[node name="A" type="TileMap" parent="."]
mode = 2
cell_custom_transform = Transform2D( 24, 13.8564, 0, 27.7128, 0, 0 )
format = 1
tile_data = PoolIntArray( 0, 7, 0, 1, 8, 0 )
[node name="B" type="TileMap" parent="."]
mode = 2
cell_custom_transform = Transform2D( 24, 14, 0, 28, 0, 0 )
format = 1
tile_data = PoolIntArray( 0, 7, 0, 1, 8, 0 )
$q$, '{"A": {"7": "a", "8": "b"}, "B": {"7": "c", "else": null}}')$v$, $v$different sizes$v$),
  ($v$Godot$v$, $v$Godot 3: cell_half_offset = 0, rows moved$v$, $v$gridmap_from_godot($q$[node name="A" type="TileMap" parent="."]
cell_half_offset = 0
format = 1
tile_data = PoolIntArray( 0, 7, 0, 1, 8, 0 )
$q$, '{"7": "a", "8": "b"}')$v$, $v$ab$v$),
  ($v$Godot$v$, $v$Godot 3: cell_half_offset = 4, columns moved$v$, $v$gridmap_from_godot($q$[node name="A" type="TileMap" parent="."]
cell_half_offset = 4
format = 1
tile_data = PoolIntArray( 0, 7, 0, 1, 8, 0 )
$q$, '{"7": "a", "8": "b"}')$v$, $v$|b/a|$v$),
  ($v$Godot$v$, $v$Godot 3: cell_half_offset = 2, none$v$, $v$gridmap_from_godot($q$[node name="A" type="TileMap" parent="."]
cell_half_offset = 2
format = 1
tile_data = PoolIntArray( 0, 7, 0, 1, 8, 0 )
$q$, '{"7": "a", "8": "b"}')$v$, $v$ab$v$),
  ($v$Godot$v$, $v$Godot 2: two integers per tile$v$, $v$gridmap_from_godot($q$[node name="A" type="TileMap" parent="."]
tile_data = IntArray( 0, 7, 1, 8 )
$q$, '{"7": "a", "8": "b"}')$v$, $v$ab$v$),
  ($v$Godot$v$, $v$Godot 2, read by Godot 3: format = 0$v$, $v$gridmap_from_godot($q$[node name="A" type="TileMap" parent="."]
format = 0
tile_data = PoolIntArray( 0, 7, 1, 8, 65536, 7 )
$q$, '{"7": "a", "8": "b", "null": "."}')$v$, $v$ab/a.$v$),
  ($v$ESRI ASCII grid$v$, $v$cellsize$v$, $v$gridmap_from_asc($q$ncols 3
nrows 1
cellsize 10
NODATA_value -9999
0.1 0.7 -9999$q$, '{"0..0.5": ".", "0.5..": "T", "null": "@"}')$v$, $v$.T@$v$),
  ($v$ESRI ASCII grid$v$, $v$no cellsize$v$, $v$gridmap_from_asc($q$ncols 3
nrows 1
NODATA_value -9999
0.1 0.7 -9999$q$, '{"0..0.5": ".", "0.5..": "T", "null": "@"}')$v$, $v$.T@$v$),
  ($v$ESRI ASCII grid$v$, $v$dx and dy equal$v$, $v$gridmap_from_asc($q$ncols 3
nrows 1
dx 10
dy 10.0
NODATA_value -9999
0.1 0.7 -9999$q$, '{"0..0.5": ".", "0.5..": "T", "null": "@"}')$v$, $v$.T@$v$),
  ($v$ESRI ASCII grid$v$, $v$dx and dy not equal$v$, $v$gridmap_from_asc($q$ncols 3
nrows 1
dx 30
dy 10
NODATA_value -9999
0.1 0.7 -9999$q$, '{"0..0.5": ".", "0.5..": "T", "null": "@"}')$v$, $v$cells of the ASCII grid are not squares$v$),
  ($v$ESRI ASCII grid$v$, $v$dx without dy$v$, $v$gridmap_from_asc($q$ncols 3
nrows 1
dx 30
NODATA_value -9999
0.1 0.7 -9999$q$, '{"0..0.5": ".", "0.5..": "T", "null": "@"}')$v$, $v$invalid dx or dy$v$),
  ($v$ESRI ASCII grid$v$, $v$dx apart from cellsize$v$, $v$gridmap_from_asc($q$ncols 3
nrows 1
cellsize 10
dx 30
NODATA_value -9999
0.1 0.7 -9999$q$, '{"0..0.5": ".", "0.5..": "T", "null": "@"}')$v$, $v$cells of the ASCII grid are not squares$v$),
  ($v$ESRI ASCII grid$v$, $v$cellsize below 0$v$, $v$gridmap_from_asc($q$ncols 3
nrows 1
cellsize -1
0.1 0.7 -9999$q$, '{"0..0.5": ".", "0.5..": "T", "null": "@"}')$v$, $v$invalid cellsize$v$),
  ($v$ESRI ASCII grid$v$, $v$corners and centres: places only$v$, $v$gridmap_from_asc($q$ncols 3
nrows 1
xllcenter 5
yllcorner 7
cellsize 10
NODATA_value -9999
0.1 0.7 -9999$q$, '{"0..0.5": ".", "0.5..": "T", "null": "@"}')$v$, $v$.T@$v$),
  ($v$ESRI ASCII grid$v$, $v$NODATA_value, absent$v$, $v$gridmap_from_asc($q$ncols 3
nrows 1
0.1 0.7 -9999$q$, '{"0..0.5": ".", "0.5..": "T", "null": "@"}')$v$, $v$.T@$v$),
  ($v$ESRI ASCII grid$v$, $v$NODATA_value, another one$v$, $v$gridmap_from_asc($q$ncols 3
nrows 1
NODATA_value -1
0.1 0.7 -9999$q$, '{"0..0.5": ".", "0.5..": "T", "null": "@"}')$v$, $v$no terrain code for the value -9999$v$),
  ($v$ESRI ASCII grid$v$, $v$NODATA_value, rounded to float4$v$, $v$gridmap_from_asc($q$ncols 3
nrows 1
NODATA_value -3.39999999999999996e+38
0.1 0.7 -3.39999995214436425e+38$q$, '{"0..0.5": ".", "0.5..": "T", "null": "@", "else": "x"}')$v$, $v$.T@$v$),
  ($v$ESRI ASCII grid$v$, $v$NODATA_value, other digits of float4$v$, $v$gridmap_from_asc($q$ncols 3
nrows 1
NODATA_value -3.4028235e+38
-3.40282346638528860e+38 0.7 -3.4028234663852886e+38$q$, '{"0..0.5": ".", "0.5..": "T", "null": "@", "else": "x"}')$v$, $v$@T@$v$),
  ($v$ESRI ASCII grid$v$, $v$NODATA_value, other digits of float8$v$, $v$gridmap_from_asc($q$ncols 3
nrows 1
NODATA_value -1.7976931348623157e+308
0.1 0.7 -1.797693134862315e+308$q$, '{"0..0.5": ".", "0.5..": "T", "null": "@", "else": "x"}')$v$, $v$.T@$v$),
  ($v$ESRI ASCII grid$v$, $v$NODATA_value, whole numbers are exact$v$, $v$gridmap_from_asc($q$ncols 3
nrows 1
NODATA_value 16777216
16777217 16777215 16777216$q$, '{"null": "@", "else": "x"}')$v$, $v$xx@$v$),
  ($v$ESRI ASCII grid$v$, $v$NODATA_value nan$v$, $v$gridmap_from_asc($q$ncols 3
nrows 1
NODATA_value nan
0.1 0.7 nan$q$, '{"0..0.5": ".", "0.5..": "T", "null": "@"}')$v$, $v$.T@$v$),
  ($v$ESRI ASCII grid$v$, $v$decimal commas$v$, $v$gridmap_from_asc($q$ncols 3
nrows 1
cellsize 10
0,1 0,7 1$q$, '{"0..0.5": ".", "0.5..": "T", "null": "@"}')$v$, $v$Write points, not commas$v$),
  ($v$ESRI ASCII grid$v$, $v$decimal commas in the header$v$, $v$gridmap_from_asc($q$ncols 3
nrows 1
cellsize 0,5
0.1 0.7 -9999$q$, '{"0..0.5": ".", "0.5..": "T", "null": "@"}')$v$, $v$Write points, not commas$v$),
  ($v$ESRI ASCII grid$v$, $v$order of rows: the northern one first$v$, $v$gridmap_from_asc(E'ncols 1 nrows 2 1 2', '{"1": "a", "2": "b"}')$v$, $v$a/b$v$),
  ($v$REXPaint$v$, $v$version absent$v$, $v$gridmap_from_rexpaint('\x1f8b0800000000000203636460606002624620d603e2ffffff034965380b00183eff1320000000', '{"#0000ff": "W", "46": ".", "null": "?", "else": "@"}')$v$, $v$.@$v$),
  ($v$REXPaint$v$, $v$cells column by column$v$, $v$gridmap_from_rexpaint('\x1f8b0800000000000203fbffffff7f4606060626284e0462a010904c82b392e1ac14380b00d03e570c38000000', '{"97": "a", "98": "b", "99": "c", "100": "d"}')$v$, $v$ac/bd$v$),
  ($v$REXPaint$v$, $v$background$v$, $v$gridmap_from_rexpaint('\x1f8b0800000000000203fbffffff7f46060606262006d17a400c14021270160300508ccf1a24000000', '{"#0000ff": "W", "46": ".", "null": "?", "else": "@"}')$v$, $v$W.$v$),
  ($v$REXPaint$v$, $v$foreground$v$, $v$gridmap_from_rexpaint('\x1f8b0800000000000203fbffffff7f46060606662006d1ca407ce2c409284b414101c1020a0300413259fe2e000000', '{"fg#c8c8c8": ".", "else": "@"}')$v$, $v$.@@$v$),
  ($v$REXPaint$v$, $v$foreground precedes background$v$, $v$gridmap_from_rexpaint('\x1f8b0800000000000203fbffffff7f46060606262006d1ca40ccf09f01ca024a0249006143a27124000000', '{"fg#00ff00": "T", "#000000": "@"}')$v$, $v$T@$v$),
  ($v$REXPaint$v$, $v$foreground without a key$v$, $v$gridmap_from_rexpaint('\x1f8b0800000000000203fbffffff7f460606061856066286ff200200f7b384f41a000000', '{"1": "."}')$v$, $v$foreground #00ff00, background #000000, glyph 35$v$),
  ($v$REXPaint$v$, $v$transparent cells$v$, $v$gridmap_from_rexpaint('\x1f8b0800000000000203fbffffff7f26060606106604623d20060a014965380b26570111f9cff01faeea3f00c6dbbd7340000000', '{"#0000ff": "W", "46": ".", "null": "?", "else": "@"}')$v$, $v$.W$v$),
  ($v$REXPaint$v$, $v$transparent in all layers$v$, $v$gridmap_from_rexpaint('\x1f8b0800000000000203fbffffff7f46060606262006d17a400c140292ca10d67f86ff002a4f906624000000', '{"#0000ff": "W", "46": ".", "null": "?", "else": "@"}')$v$, $v$.?$v$),
  ($v$REXPaint$v$, $v$one layer$v$, $v$gridmap_from_rexpaint('\x1f8b0800000000000203fbffffff7f26060606106604623d20060a014965380b26570111f9cff01faeea3f00c6dbbd7340000000', '{"#0000ff": "W", "46": ".", "null": "?", "else": "@"}', 0)$v$, $v$.@$v$),
  ($v$REXPaint$v$, $v$layers of other sizes$v$, $v$gridmap_from_rexpaint('\x1f8b0800000000000203fbffffff7f26060606106604623d20060a014965388b11430e005f03671a36000000', '{"#0000ff": "W", "46": ".", "null": "?", "else": "@"}')$v$, $v$Layer 1 has 1 x 1 cells$v$),
  ($v$PNG$v$, $v$grey, 8 bits$v$, $v$gridmap_from_png('\x89504e470d0a1a0a0000000d4948445200000002000000010800000000d14920560000000b49444154789c6360f80f000102010042bebc680000000049454e44ae426082', '{"0": "@", "255": "."}')$v$, $v$@.$v$),
  ($v$PNG$v$, $v$grey, 1 bit: 0 and 255$v$, $v$gridmap_from_png('\x89504e470d0a1a0a0000000d4948445200000002000000010100000000dc5942270000000a49444154789c63700000004200412937f4ef0000000049454e44ae426082', '{"0": "@", "255": "."}')$v$, $v$@.$v$),
  ($v$PNG$v$, $v$grey, 4 bits: in steps of 17$v$, $v$gridmap_from_png('\x89504e470d0a1a0a0000000d494844520000000200000001040000000014b9cd570000000a49444154789c639007000021002047b646f70000000049454e44ae426082', '{"17": "a", "255": "."}')$v$, $v$a.$v$),
  ($v$PNG$v$, $v$grey, 16 bits: as it is$v$, $v$gridmap_from_png('\x89504e470d0a1a0a0000000d494844520000000200000001100000000081d9fc150000000d49444154789c6360606064000000070002cb34e4870000000049454e44ae426082', '{"0": "@", "256": "a"}')$v$, $v$@a$v$),
  ($v$PNG$v$, $v$colours$v$, $v$gridmap_from_png('\x89504e470d0a1a0a0000000d49484452000000020000000108020000007b40e8dd0000000f49444154789c63f8cfc0c0f09f010007ff01ff017f89a70000000049454e44ae426082', '{"#ff0000": "r", "#00ff00": "g"}')$v$, $v$rg$v$),
  ($v$PNG$v$, $v$a palette$v$, $v$gridmap_from_png('\x89504e470d0a1a0a0000000d4948445200000002000000010803000000c3fc8fb800000006504c5445ff000000ff00d287ef710000000b49444154789c636064000000050002d16633780000000049454e44ae426082', '{"#ff0000": "r", "#00ff00": "g"}')$v$, $v$gr$v$),
  ($v$PNG$v$, $v$alpha$v$, $v$gridmap_from_png('\x89504e470d0a1a0a0000000d4948445200000002000000010806000000f4227f8a0000000f49444154789c63f8cfc0d000c40c000e7d027f96b421880000000049454e44ae426082', '{"#ff000080": "h", "null": "?"}')$v$, $v$h?$v$),
  ($v$PNG$v$, $v$tRNS: a transparent colour$v$, $v$gridmap_from_png('\x89504e470d0a1a0a0000000d4948445200000002000000010800000000d14920560000000274524e5300007693cd380000000b49444154789c6360f80f000102010042bebc680000000049454e44ae426082', '{"255": ".", "null": "?"}')$v$, $v$?.$v$),
  ($v$PNG$v$, $v$interlaced$v$, $v$gridmap_from_png('\x89504e470d0a1a0a0000000d4948445200000002000000010800000001a64e10c00000000c49444154789c636060f80f00010301000889c2ec0000000049454e44ae426082', '{"0": "@", "255": "."}')$v$, $v$@.$v$),
  ($v$PNG$v$, $v$gAMA, sRGB: pixels as they are stored$v$, $v$gridmap_from_png('\x89504e470d0a1a0a0000000d4948445200000002000000010800000000d14920560000000467414d41000186a031e8965f000000017352474200aece1ce90000000b49444154789c6360f80f000102010042bebc680000000049454e44ae426082', '{"0": "@", "255": "."}')$v$, $v$@.$v$),
  ($v$PNG$v$, $v$pHYs: square pixels$v$, $v$gridmap_from_png('\x89504e470d0a1a0a0000000d4948445200000002000000010800000000d1492056000000097048597300000b1300000b1301009a9c180000000b49444154789c6360f80f000102010042bebc680000000049454e44ae426082', '{"0": "@", "255": "."}')$v$, $v$@.$v$),
  ($v$PNG$v$, $v$pHYs: pixels that are not squares$v$, $v$gridmap_from_png('\x89504e470d0a1a0a0000000d4948445200000002000000010800000000d14920560000000970485973000000020000000100c9b1b6780000000b49444154789c6360f80f000102010042bebc680000000049454e44ae426082', '{"0": "@", "255": "."}')$v$, $v$pixels of the PNG are not squares$v$),
  ($v$PNG$v$, $v$acTL: the picture itself, not the animation$v$, $v$gridmap_from_png('\x89504e470d0a1a0a0000000d4948445200000002000000010800000000d1492056000000086163544c0000000100000000b42de9a00000000b49444154789c6360f80f000102010042bebc680000000049454e44ae426082', '{"0": "@", "255": "."}')$v$, $v$@.$v$),
  ($v$PGM$v$, $v$bytes$v$, $v$gridmap_from_pgm('\x503520322031203235350a00ff', '{"0": "@", "255": "."}')$v$, $v$@.$v$),
  ($v$PGM$v$, $v$two bytes, the higher one first$v$, $v$gridmap_from_pgm('\x503520322031203235360a00000100', '{"0": "@", "256": "a"}')$v$, $v$@a$v$),
  ($v$PGM$v$, $v$text$v$, $v$gridmap_from_pgm('\x50322032203120323535203020323535', '{"0": "@", "255": "."}')$v$, $v$@.$v$),
  ($v$PGM$v$, $v$largest value: values as they are$v$, $v$gridmap_from_pgm('\x5032203220312031352030203135', '{"0": "@", "15": "a"}')$v$, $v$@a$v$),
  ($v$PGM$v$, $v$comments$v$, $v$gridmap_from_pgm('\x50320a232062792068616e640a3220310a3235350a30203235350a', '{"0": "@", "255": "."}')$v$, $v$@.$v$),
  ($v$PGM$v$, $v$several pictures in a file$v$, $v$gridmap_from_pgm('\x503520322031203235350a00ff503520322031203235350a00ff', '{"0": "@", "255": "."}')$v$, $v$Expected 1 rows of 2 values$v$),
  ($v$PGM$v$, $v$other kinds: PBM$v$, $v$gridmap_from_pgm('\x5034203220310a40', '{"0": "@", "255": "."}')$v$, $v$The bytes are a PBM$v$),
  ($v$PGM$v$, $v$other kinds: PPM$v$, $v$gridmap_from_pgm('\x503620312031203235350a000000', '{"0": "@", "255": "."}')$v$, $v$The bytes are a PPM$v$),
  ($v$PGM$v$, $v$other kinds: PAM$v$, $v$gridmap_from_pgm('\x50370a574944544820320a', '{"0": "@", "255": "."}')$v$, $v$The bytes are a PAM$v$),
  ($v$ROS$v$, $v$trinary$v$, $v$gridmap_from_ros($q$image: a
resolution: 0.05
origin: [0, 0, 0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.196
$q$, 'P2 3 1 255 254 0 205', NULL)$v$, $v$.@?$v$),
  ($v$ROS$v$, $v$negate: 1$v$, $v$gridmap_from_ros($q$image: a
resolution: 0.05
origin: [0, 0, 0]
negate: 1
occupied_thresh: 0.65
free_thresh: 0.196
$q$, 'P2 3 1 255 254 0 205', NULL)$v$, $v$@.@$v$),
  ($v$ROS$v$, $v$negate: true$v$, $v$gridmap_from_ros($q$image: a
resolution: 0.05
origin: [0, 0, 0]
negate: true
occupied_thresh: 0.65
free_thresh: 0.196
$q$, 'P2 3 1 255 254 0 205', NULL)$v$, $v$@.@$v$),
  ($v$ROS$v$, $v$mode: scale$v$, $v$gridmap_from_ros($q$image: a
resolution: 0.05
origin: [0, 0, 0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.196
mode: scale
$q$, 'P2 3 1 255 254 0 150', '{"0": ".", "100": "@", "1-99": "s"}')$v$, $v$.@s$v$),
  ($v$ROS$v$, $v$mode: raw$v$, $v$gridmap_from_ros($q$image: a
resolution: 0.05
origin: [0, 0, 0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.196
mode: raw
$q$, 'P2 3 1 255 0 100 255', NULL)$v$, $v$.@?$v$),
  ($v$ROS$v$, $v$mode: another one$v$, $v$gridmap_from_ros($q$image: a
resolution: 0.05
origin: [0, 0, 0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.196
mode: costmap
$q$, 'P2 3 1 255 254 0 205', NULL)$v$, $v$invalid mode$v$),
  ($v$ROS$v$, $v$origin turned: cells keep their neighbours$v$, $v$gridmap_from_ros($q$image: a
resolution: 0.05
origin: [0, 0, 1.57]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.196
$q$, 'P2 3 1 255 254 0 205', NULL)$v$, $v$.@?$v$),
  ($v$ROS$v$, $v$largest value of a PGM: shades are shares of it$v$, $v$gridmap_from_ros($q$image: a
resolution: 0.05
origin: [0, 0, 0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.196
$q$, 'P2 2 1 15 15 0', NULL)$v$, $v$.@$v$),
  ($v$ROS$v$, $v$alpha, trinary: a channel like the others$v$, $v$gridmap_from_ros($q$image: a
resolution: 0.05
origin: [0, 0, 0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.196
$q$, '\x89504e470d0a1a0a0000000d4948445200000004000000010806000000f93c0fcd0000001649444154789c63606060f87ff6ecd9ff2000643300004a4e0862e28950610000000049454e44ae426082', NULL)$v$, $v$@..@$v$),
  ($v$ROS$v$, $v$alpha, scale: a pixel that is not opaque is unknown$v$, $v$gridmap_from_ros($q$image: a
resolution: 0.05
origin: [0, 0, 0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.196
mode: scale
$q$, '\x89504e470d0a1a0a0000000d49484452000000030000000108060000001be014b40000000f49444154789c63606060f80f05ff002cdf08f7e79451890000000049454e44ae426082', '{"0": ".", "100": "@", "null": "?"}')$v$, $v$@.?$v$),
  ($v$ROS$v$, $v$alpha, raw: ignored$v$, $v$gridmap_from_ros($q$image: a
resolution: 0.05
origin: [0, 0, 0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.196
mode: raw
$q$, '\x89504e470d0a1a0a0000000d49484452000000030000000108060000001be014b40000001349444154789c63606060f89f9292c2f01f08001b2e0628686c5cb70000000049454e44ae426082', NULL)$v$, $v$.@?$v$),
  ($v$ROS$v$, $v$no alpha: the mean of three channels$v$, $v$gridmap_from_ros($q$image: a
resolution: 0.05
origin: [0, 0, 0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.196
$q$, '\x89504e470d0a1a0a0000000d49484452000000020000000108020000007b40e8dd0000000f49444154789c63387bf62c030303000c0a0268326a11c20000000049454e44ae426082', NULL)$v$, $v$?@$v$),
  ($v$ROS$v$, $v$resolution$v$, $v$gridmap_ros_origin($q$image: a
resolution: 0.05
origin: [0, 0, 0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.196
$q$, 'P2 1 1 255 0')$v$, $v$(0,0.05,0.05)$v$),
  ($v$ROS$v$, $v$origin turned, for places in the world$v$, $v$gridmap_ros_origin($q$image: a
resolution: 0.05
origin: [0, 0, 1.57]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.196
$q$, 'P2 1 1 255 0')$v$, $v$the map is rotated in its world$v$),
  ($v$ESRI ASCII grid$v$, $v$cells that are not squares, for places in the world$v$, $v$gridmap_asc_origin('ncols 1 nrows 1 xllcorner 0 yllcorner 0 dx 1 dy 2 7')$v$, $v$cells of the ASCII grid are not squares$v$),
  ($v$CSV$v$, $v$delimiter$v$, $v$gridmap_from_csv($q$0;1$q$, '{"0": ".", "1": "@", "0.5": "h", "null": "?"}', ';')$v$, $v$.@$v$),
  ($v$CSV$v$, $v$delimiter of another kind$v$, $v$gridmap_from_csv($q$0;1$q$, '{"0": ".", "1": "@", "0.5": "h", "null": "?"}')$v$, $v$is not a number$v$),
  ($v$CSV$v$, $v$quotes$v$, $v$gridmap_from_csv($q$"0","1"$q$, '{"0": ".", "1": "@", "0.5": "h", "null": "?"}')$v$, $v$.@$v$),
  ($v$CSV$v$, $v$a delimiter in quotes$v$, $v$gridmap_from_csv($q$"0,5",1$q$, '{"0": ".", "1": "@", "0.5": "h", "null": "?"}')$v$, $v$is not a number$v$),
  ($v$CSV$v$, $v$decimal commas$v$, $v$gridmap_from_csv($q$0,5;1$q$, '{"0": ".", "1": "@", "0.5": "h", "null": "?"}', ';')$v$, $v$Write points, not commas$v$),
  ($v$CSV$v$, $v$empty fields$v$, $v$gridmap_from_csv($q$0,,1$q$, '{"0": ".", "1": "@", "0.5": "h", "null": "?"}')$v$, $v$.?@$v$),
  ($v$CSV$v$, $v$lines that end with a delimiter$v$, $v$gridmap_from_csv($q$0,1,
1,0,
$q$, '{"0": ".", "1": "@", "0.5": "h", "null": "?"}')$v$, $v$.@/@.$v$),
  ($v$CSV$v$, $v$blank lines$v$, $v$gridmap_from_csv($q$0,1

1,0
$q$, '{"0": ".", "1": "@", "0.5": "h", "null": "?"}')$v$, $v$.@/@.$v$),
  ($v$CSV$v$, $v$rows of other lengths$v$, $v$gridmap_from_csv($q$0,1
1
$q$, '{"0": ".", "1": "@", "0.5": "h", "null": "?"}')$v$, $v$row 1 has 1 values$v$),
  ($v$CSV$v$, $v$a header$v$, $v$gridmap_from_csv($q$x,y
0,1
$q$, '{"0": ".", "1": "@", "0.5": "h", "null": "?"}')$v$, $v$If the first line is a header$v$),
  ($v$CSV$v$, $v$thousands separators$v$, $v$gridmap_from_csv($q$1 000,1$q$, '{"0": ".", "1": "@", "0.5": "h", "null": "?"}')$v$, $v$is not a number$v$),
  ($v$JSON$v$, $v$rows of numbers$v$, $v$gridmap_from_json($q$[[0, 1], [1, 0]]$q$, '{"0": ".", "1": "@", "null": "?"}')$v$, $v$.@/@.$v$),
  ($v$JSON$v$, $v$an array with a width$v$, $v$gridmap_from_json($q$[0, 1, 1, 0]$q$, '{"0": ".", "1": "@", "null": "?"}', 2)$v$, $v$.@/@.$v$),
  ($v$JSON$v$, $v$null$v$, $v$gridmap_from_json($q$[[0, null]]$q$, '{"0": ".", "1": "@", "null": "?"}')$v$, $v$.?$v$),
  ($v$JSON$v$, $v$rows of other lengths$v$, $v$gridmap_from_json($q$[[0, 1], [1]]$q$, '{"0": ".", "1": "@", "null": "?"}')$v$, $v$row 1 has 1 values$v$),
  ($v$JSON$v$, $v$numbers in quotes$v$, $v$gridmap_from_json($q$[["0", "1"]]$q$, '{"0": ".", "1": "@", "null": "?"}')$v$, $v$Write numbers without quotes$v$),
  ($v$JSON$v$, $v$codes in quotes$v$, $v$gridmap_from_json($q$[[".", "@"]]$q$, '{"0": ".", "1": "@", "null": "?"}')$v$, $v$Each row of codes must be one string$v$),
  ($v$JSON$v$, $v$rows that are strings$v$, $v$gridmap_from_json($q$[".@"]$q$, '{"0": ".", "1": "@", "null": "?"}')$v$, $v$gridmap(value) makes a map$v$),
  ($v$JSON$v$, $v$true and false$v$, $v$gridmap_from_json($q$[[true, false]]$q$, '{"0": ".", "1": "@", "null": "?"}')$v$, $v$is not a number$v$),
  ($v$JSON$v$, $v$arrays in rows$v$, $v$gridmap_from_json($q$[[[0], [1]]]$q$, '{"0": ".", "1": "@", "null": "?"}')$v$, $v$is not a number$v$),
  ($v$JSON$v$, $v$exponents and decimals$v$, $v$gridmap_from_json($q$[[1.0, 0e5]]$q$, '{"0": ".", "1": "@", "null": "?"}')$v$, $v$@.$v$),
  ($v$JSON$v$, $v$rows that are strings, to a map$v$, $v$gridmap('[".@"]'::jsonb)$v$, $v$.@$v$),
  ($v$JSON$v$, $v$codes in quotes, to a map$v$, $v$gridmap('[[".", "@"]]'::jsonb)$v$, $v$Each row of codes must be one string$v$),
  ($v$JSON$v$, $v$rows of numbers, to a map$v$, $v$gridmap('[[0, 1], [1, 0]]'::jsonb)$v$, $v$gridmap_from_json(value, rule) of the extension fringe_formats reads rows of numbers$v$),
  ($v$JSON$v$, $v$numbers, to a map$v$, $v$gridmap('[0, 1]'::jsonb)$v$, $v$reads numbers without rows$v$),
  ($v$arrays$v$, $v$two dimensions$v$, $v$gridmap_from_numbers('{{0,1},{1,0}}'::float8[], '{"0": ".", "1": "@", "null": "?"}')$v$, $v$.@/@.$v$),
  ($v$arrays$v$, $v$lower bounds$v$, $v$gridmap_from_numbers('[5:6][7:8]={{0,1},{1,0}}'::float8[], '{"0": ".", "1": "@", "null": "?"}')$v$, $v$.@/@.$v$),
  ($v$arrays$v$, $v$NULL and NaN$v$, $v$gridmap_from_numbers('{{NULL,NaN}}'::float8[], '{"0": ".", "1": "@", "null": "?"}')$v$, $v$??$v$),
  ($v$arrays$v$, $v$one dimension$v$, $v$gridmap_from_numbers('{0,1}'::float8[], '{"0": ".", "1": "@", "null": "?"}')$v$, $v$two-dimensional$v$),
  ($v$arrays$v$, $v$three dimensions$v$, $v$gridmap_from_numbers('{{{0}}}'::float8[], '{"0": ".", "1": "@", "null": "?"}')$v$, $v$two-dimensional$v$),
  ($v$Moving AI map$v$, $v$octile$v$, $v$$q$type octile
height 1
width 2
map
.@
$q$::gridmap$v$, $v$.@$v$),
  ($v$Moving AI map$v$, $v$octile-corner: the cells, not their corners$v$, $v$$q$type octile-corner
height 2
width 3
map
222
222
.@x
xxx
$q$::gridmap$v$, $v$.@$v$),
  ($v$Moving AI map$v$, $v$type tile: the model says how agents move$v$, $v$$q$type tile
height 1
width 2
map
.@
$q$::gridmap$v$, $v$.@$v$),
  ($v$Moving AI map$v$, $v$another type$v$, $v$$q$type raw
height 1
width 2
map
.@
$q$::gridmap$v$, $v$invalid line 1$v$),
  ($v$Moving AI map$v$, $v$another size$v$, $v$$q$type octile
height 2
width 2
map
.@
$q$::gridmap$v$, $v$the text ends after row 0$v$),
  ($v$Moving AI map$v$, $v$rows alone$v$, $v$$q$.@
@.
$q$::gridmap$v$, $v$.@/@.$v$),
  ($v$Moving AI map$v$, $v$blanks as cells$v$, $v$$q$.. .
$q$::gridmap$v$, $v$translate(rows, ' ', '@')$v$),
  ($v$Moving AI map$v$, $v$rows of other lengths$v$, $v$$q$...
..
$q$::gridmap$v$, $v$rpad(row, max(length(row)) OVER (), '@')$v$),
  ($v$Moving AI map$v$, $v$rows of other lengths, as an array$v$, $v$gridmap($q${...,..}$q$::text[])$v$, $v$rpad(row, max(length(row)) OVER (), '@')$v$),
  ($v$Moving AI map$v$, $v$links behind the rows$v$, $v$$q$type octile
height 1
width 2
map
.@
(0,0)>(1,0)
$q$::gridmap$v$, $v$.@$v$);

-- shapes and layouts of Godot 4, along both offset axes; five tiles
INSERT INTO property SELECT 'Godot', format('tile_shape = %s, tile_layout = %s, tile_offset_axis = %s', shape, layout, axis),
  format($v$gridmap_from_godot(E'[sub_resource type="TileSet" id="T"]\ntile_shape = %s\ntile_layout = %s\ntile_offset_axis = %s\n[node name="A"]\ntile_data = PackedInt32Array(0, 0, 0, 1, 65536, 0, 65536, 0, 0, 65537, 131072, 0, 65538, 0, 0)\ntile_set = SubResource("T")', '{"0:0,0": ".", "0:1,0": "@", "0:2,0": "T", "null": "_"}')$v$, shape, layout, axis), answer
FROM (VALUES
  (1, 0, 0, '||_./|@T|/..||'),
  (1, 1, 0, '||_/|@./.T|/.||'),
  (1, 2, 0, '||_./|@T|/..||'),
  (1, 3, 0, '|__|/.@__/|.T./||_|'),
  (1, 0, 1, '|_|/.@./|.T'),
  (1, 1, 1, '@_|/.T./|.|'),
  (1, 2, 1, '||_./|@T|/..||'),
  (1, 3, 1, '|_||/.@_|/|.T./||__'),
  (2, 0, 0, '.@_/.T.'),
  (2, 1, 0, '|.@_/.T.|'),
  (2, 2, 0, '.@_/.T.'),
  (2, 3, 0, '||._/||@_/|._|/|T_|/_.||'),
  (2, 4, 0, '|__/|@./.T|/._|'),
  (2, 5, 0, '|_./|.@/_T|/_.|'),
  (2, 0, 1, '||_/.@./.T|'),
  (2, 1, 1, '|@_/.T./.||'),
  (2, 2, 1, '||||_./||@T||/..||||'),
  (2, 3, 1, '||_/.@_/.T./__|'),
  (2, 4, 1, '||_./_@T_/..||'),
  (2, 5, 1, '||.@/_.T./__||'),
  (3, 0, 0, '.@_/.T.'),
  (3, 1, 0, '|.@_/.T.|'),
  (3, 2, 0, '.@_/.T.'),
  (3, 3, 0, '||._/||@_/|._|/|T_|/_.||'),
  (3, 4, 0, '|__/|@./.T|/._|'),
  (3, 5, 0, '|_./|.@/_T|/_.|'),
  (3, 0, 1, '||_/.@./.T|'),
  (3, 1, 1, '|@_/.T./.||'),
  (3, 2, 1, '||||_./||@T||/..||||'),
  (3, 3, 1, '||_/.@_/.T./__|'),
  (3, 4, 1, '||_./_@T_/..||'),
  (3, 5, 1, '||.@/_.T./__||')) v (shape, layout, axis, answer);
INSERT INTO property VALUES
  ('Godot', 'tile_layout of another kind', $v$gridmap_from_godot(E'[sub_resource type="TileSet" id="T"]\ntile_shape = 3\ntile_layout = 6\n[node name="A"]\ntile_data = PackedInt32Array(0, 0, 0)\ntile_set = SubResource("T")', '{"else": "."}')$v$, 'tile_layout = 6'),
  ('Godot', 'tile_offset_axis of another kind', $v$gridmap_from_godot(E'[sub_resource type="TileSet" id="T"]\ntile_shape = 3\ntile_offset_axis = 2\n[node name="A"]\ntile_data = PackedInt32Array(0, 0, 0)\ntile_set = SubResource("T")', '{"else": "."}')$v$, 'tile_offset_axis = 2'),
  ('Godot', 'tile set that is not there, with a layout', $v$gridmap_from_godot(E'[node name="A"]\ntile_data = PackedInt32Array(0, 0, 0, 65536, 0, 0, 131072, 0, 0)\ntile_set = SubResource("T")', '{"0": ".", "null": "_"}', layout => 'even-r')$v$, '|./.|/.|'),
  ('Godot', 'tile set that is not there, of squares', $v$gridmap_from_godot(E'[node name="A"]\ntile_data = PackedInt32Array(0, 0, 0, 65536, 0, 0)\ntile_set = SubResource("T")', '{"0": "."}', layout => 'square')$v$, './.'),
  ('Godot', 'tile set that is not there', $v$gridmap_from_godot(E'[node name="A"]\ntile_data = PackedInt32Array(0, 0, 0)\ntile_set = SubResource("T")', '{"0": "."}')$v$, 'the tile set "SubResource'),
  ('Godot', 'unknown layout', $v$gridmap_from_godot(E'PackedInt32Array(0, 0, 0)', '{"0": "."}', layout => 'odd')$v$, 'unknown layout "odd"'),
  ('Godot', 'bytes, with a layout', $v$gridmap_from_godot('\x0000000000000000000000000000000001000000000000000000000002000000000000000000'::bytea, '{"0": ".", "null": "_"}', 'odd-r')$v$, '|./|./.|'),
  ('Godot', 'layers of several shapes', $v$gridmap_from_godot(E'[sub_resource type="TileSet" id="T"]\ntile_shape = 3\n[node name="A" parent="."]\ntile_data = PackedInt32Array(0, 0, 0)\ntile_set = SubResource("T")\n[node name="B" parent="."]\ntile_data = PackedInt32Array(0, 0, 0)', '{"A": {"0": "."}, "B": {"0": "@"}}')$v$, 'cells of different shapes'),
  ('Godot', 'origin of hexagons, from an odd row on', $v$gridmap_godot_origin(E'[sub_resource type="TileSet" id="T"]\ntile_shape = 3\n[node name="A"]\ntile_data = PackedInt32Array(196609, 0, 0)\ntile_set = SubResource("T")')$v$, '(1,2)');

-- a map of Tiled of 3 x 2 cells, and a project of LDtk, with members that differ
CREATE FUNCTION tiled_with(map jsonb DEFAULT '{}', layer jsonb DEFAULT '{}', other jsonb DEFAULT '[]') RETURNS jsonb LANGUAGE sql AS $$
  SELECT '{"type": "map", "orientation": "orthogonal", "width": 3, "height": 2, "tilewidth": 16, "tileheight": 8, "tilesets": [{"firstgid": 1, "name": "t", "tiles": [{"id": 1, "type": "Wall"}]}]}' || map ||
    jsonb_build_object('layers', jsonb_build_array('{"type": "tilelayer", "name": "g", "width": 3, "height": 2, "data": [1, 2, 1, 1, 1, 2]}' || layer) || other) $$;
CREATE FUNCTION ldtk_with(project jsonb DEFAULT '{}', level jsonb DEFAULT '{}', layer jsonb DEFAULT '{}', other jsonb DEFAULT '[]') RETURNS jsonb LANGUAGE sql AS $$
  SELECT '{"defs": {"layers": [{"uid": 1, "intGridValues": [{"value": 2, "identifier": "wall"}]}]}}' || project || jsonb_build_object('levels', jsonb_build_array('{"identifier": "L", "pxWid": 48, "pxHei": 32, "worldX": 0, "worldY": 0}' || level ||
    jsonb_build_object('layerInstances', jsonb_build_array('{"__type": "IntGrid", "__identifier": "g", "layerDefUid": 1, "__gridSize": 16, "__cWid": 3, "__cHei": 2, "intGridCsv": [1, 2, 1, 1, 1, 2]}' || layer) || other))) $$;
INSERT INTO property SELECT 'Tiled', property, format('gridmap_from_tiled(tiled_with(%L, %L, %L), %L)', coalesce(map, '{}'), coalesce(layer, '{}'), coalesce(other, '[]'), coalesce(rule, '{"1": ".", "2": "@", "0": "_"}')), answer FROM (VALUES
  ('orientation = orthogonal', NULL, NULL, NULL, NULL, '.@./..@'),
  ('orientation = isometric', '{"orientation": "isometric"}', NULL, NULL, NULL, '.@./..@'),
  ('orientation = oblique, skewx, skewy', '{"orientation": "oblique", "skewx": 8, "skewy": 0}', NULL, NULL, NULL, '.@./..@'),
  ('orientation = hexagonal, staggeraxis = y, staggerindex = odd', '{"orientation": "hexagonal", "staggeraxis": "y", "staggerindex": "odd", "hexsidelength": 4}', NULL, NULL, NULL, '.@./..@'),
  ('objects: point, odd-r', '{"orientation": "hexagonal", "staggeraxis": "y", "staggerindex": "odd", "hexsidelength": 4}', NULL, '[{"type": "objectgroup", "name": "h", "objects": [{"id": 1, "x": 49, "y": 9.0, "point": true}]}]', '{"g": {"else": "."}, "h": {"else": "T"}}', '.../..T'),
  ('offsetx and offsety, odd-r', '{"orientation": "hexagonal", "staggeraxis": "y", "staggerindex": "odd", "hexsidelength": 4}', NULL, '[{"type": "tilelayer", "name": "h", "width": 3, "height": 2, "offsetx": 8, "offsety": 6.0, "data": [1, 2, 1, 1, 1, 2]}]', '{"g": {"else": "."}, "h": {"1": "T", "2": "@"}}', '.../T@T'),
  ('orientation = hexagonal, staggeraxis = y, staggerindex = even', '{"orientation": "hexagonal", "staggeraxis": "y", "staggerindex": "even", "hexsidelength": 4}', NULL, NULL, NULL, '|.@./..@|'),
  ('objects: point, even-r', '{"orientation": "hexagonal", "staggeraxis": "y", "staggerindex": "even", "hexsidelength": 4}', NULL, '[{"type": "objectgroup", "name": "h", "objects": [{"id": 1, "x": 41, "y": 9.0, "point": true}]}]', '{"g": {"else": "."}, "h": {"else": "T"}}', '|.../..T|'),
  ('offsetx and offsety, even-r', '{"orientation": "hexagonal", "staggeraxis": "y", "staggerindex": "even", "hexsidelength": 4}', NULL, '[{"type": "tilelayer", "name": "h", "width": 3, "height": 2, "offsetx": 8, "offsety": 6.0, "data": [1, 2, 1, 1, 1, 2]}]', '{"g": {"else": "."}, "h": {"1": "T", "2": "@"}}', '|.../.T@|'),
  ('orientation = hexagonal, staggeraxis = x, staggerindex = odd', '{"orientation": "hexagonal", "staggeraxis": "x", "staggerindex": "odd", "hexsidelength": 4}', NULL, NULL, NULL, '||./.@@/..|'),
  ('objects: point, odd-q', '{"orientation": "hexagonal", "staggeraxis": "x", "staggerindex": "odd", "hexsidelength": 4}', NULL, '[{"type": "objectgroup", "name": "h", "objects": [{"id": 1, "x": 29.0, "y": 11, "point": true}]}]', '{"g": {"else": "."}, "h": {"else": "T"}}', '||./..T/..|'),
  ('offsetx and offsety, odd-q', '{"orientation": "hexagonal", "staggeraxis": "x", "staggerindex": "odd", "hexsidelength": 4}', NULL, '[{"type": "tilelayer", "name": "h", "width": 3, "height": 2, "offsetx": 10.0, "offsety": 4, "data": [1, 2, 1, 1, 1, 2]}]', '{"g": {"else": "."}, "h": {"1": "T", "2": "@"}}', '||./.T@/.T|'),
  ('orientation = hexagonal, staggeraxis = x, staggerindex = even', '{"orientation": "hexagonal", "staggeraxis": "x", "staggerindex": "even", "hexsidelength": 4}', NULL, NULL, NULL, '|@./..@/.||'),
  ('objects: point, even-q', '{"orientation": "hexagonal", "staggeraxis": "x", "staggerindex": "even", "hexsidelength": 4}', NULL, '[{"type": "objectgroup", "name": "h", "objects": [{"id": 1, "x": 29.0, "y": 15, "point": true}]}]', '{"g": {"else": "."}, "h": {"else": "T"}}', '|../..T/.||'),
  ('offsetx and offsety, even-q', '{"orientation": "hexagonal", "staggeraxis": "x", "staggerindex": "even", "hexsidelength": 4}', NULL, '[{"type": "tilelayer", "name": "h", "width": 3, "height": 2, "offsetx": 10.0, "offsety": 4, "data": [1, 2, 1, 1, 1, 2]}]', '{"g": {"else": "."}, "h": {"1": "T", "2": "@"}}', '|.@/.TT/.||'),
  ('orientation = staggered, staggeraxis = y, staggerindex = odd', '{"orientation": "staggered", "staggeraxis": "y", "staggerindex": "odd"}', NULL, NULL, NULL, '||.@/|@.|/..||'),
  ('objects: point, staggered-y-odd', '{"orientation": "staggered", "staggeraxis": "y", "staggerindex": "odd"}', NULL, '[{"type": "objectgroup", "name": "h", "objects": [{"id": 1, "x": 49, "y": 7.0, "point": true}]}]', '{"g": {"else": "."}, "h": {"else": "T"}}', '||.T/|..|/..||'),
  ('offsetx and offsety, staggered-y-odd', '{"orientation": "staggered", "staggeraxis": "y", "staggerindex": "odd"}', NULL, '[{"type": "tilelayer", "name": "h", "width": 3, "height": 2, "offsetx": 8, "offsety": 4.0, "data": [1, 2, 1, 1, 1, 2]}]', '{"g": {"else": "."}, "h": {"1": "T", "2": "@"}}', '||.T/|.@|/.T||'),
  ('orientation = staggered, staggeraxis = y, staggerindex = even', '{"orientation": "staggered", "staggeraxis": "y", "staggerindex": "even"}', NULL, NULL, NULL, '||./|@@/..|/.||'),
  ('objects: point, staggered-y-even', '{"orientation": "staggered", "staggeraxis": "y", "staggerindex": "even"}', NULL, '[{"type": "objectgroup", "name": "h", "objects": [{"id": 1, "x": 41, "y": 7.0, "point": true}]}]', '{"g": {"else": "."}, "h": {"else": "T"}}', '||./|.T/..|/.||'),
  ('offsetx and offsety, staggered-y-even', '{"orientation": "staggered", "staggeraxis": "y", "staggerindex": "even"}', NULL, '[{"type": "tilelayer", "name": "h", "width": 3, "height": 2, "offsetx": 8, "offsety": 4.0, "data": [1, 2, 1, 1, 1, 2]}]', '{"g": {"else": "."}, "h": {"1": "T", "2": "@"}}', '||./|.@/.T|/.||'),
  ('orientation = staggered, staggeraxis = x, staggerindex = odd', '{"orientation": "staggered", "staggeraxis": "x", "staggerindex": "odd"}', NULL, NULL, NULL, '|.|/.@@/|..'),
  ('objects: point, staggered-x-odd', '{"orientation": "staggered", "staggeraxis": "x", "staggerindex": "odd"}', NULL, '[{"type": "objectgroup", "name": "h", "objects": [{"id": 1, "x": 25.0, "y": 11, "point": true}]}]', '{"g": {"else": "."}, "h": {"else": "T"}}', '|.|/..T/|..'),
  ('offsetx and offsety, staggered-x-odd', '{"orientation": "staggered", "staggeraxis": "x", "staggerindex": "odd"}', NULL, '[{"type": "tilelayer", "name": "h", "width": 3, "height": 2, "offsetx": 8.0, "offsety": 4, "data": [1, 2, 1, 1, 1, 2]}]', '{"g": {"else": "."}, "h": {"1": "T", "2": "@"}}', '|.|/.T@/|.T'),
  ('orientation = staggered, staggeraxis = x, staggerindex = even', '{"orientation": "staggered", "staggeraxis": "x", "staggerindex": "even"}', NULL, NULL, NULL, '@.|/..@/|.|'),
  ('objects: point, staggered-x-even', '{"orientation": "staggered", "staggeraxis": "x", "staggerindex": "even"}', NULL, '[{"type": "objectgroup", "name": "h", "objects": [{"id": 1, "x": 25.0, "y": 15, "point": true}]}]', '{"g": {"else": "."}, "h": {"else": "T"}}', '..|/..T/|.|'),
  ('offsetx and offsety, staggered-x-even', '{"orientation": "staggered", "staggeraxis": "x", "staggerindex": "even"}', NULL, '[{"type": "tilelayer", "name": "h", "width": 3, "height": 2, "offsetx": 8.0, "offsety": 4, "data": [1, 2, 1, 1, 1, 2]}]', '{"g": {"else": "."}, "h": {"1": "T", "2": "@"}}', '.@|/.TT/|.|'),
  ('orientation = hexagonal without staggeraxis, as Tiled reads it', '{"orientation": "hexagonal"}', NULL, NULL, NULL, '.@./..@'),
  ('staggeraxis of a later version', '{"orientation": "hexagonal", "staggeraxis": "z"}', NULL, NULL, NULL, '"staggeraxis"'),
  ('staggerindex of a later version', '{"orientation": "staggered", "staggerindex": "third"}', NULL, NULL, NULL, '"staggerindex"'),
  ('infinite, hexagonal, from an odd row on', '{"orientation": "hexagonal", "infinite": true}', '{"chunks": [{"x": -1, "y": -3, "width": 2, "height": 2, "data": [1, 2, 2, 2]}]}', NULL, NULL, '|__/|.@/@@|'),
  ('infinite, hexagonal, from an odd column on', '{"orientation": "hexagonal", "staggeraxis": "x", "infinite": true}', '{"chunks": [{"x": -1, "y": -3, "width": 2, "height": 2, "data": [1, 2, 2, 2]}]}', NULL, NULL, '||@/_.@/_@|'),
  ('offsety by a part of a hexagon', '{"orientation": "hexagonal", "staggeraxis": "y", "staggerindex": "odd", "hexsidelength": 4}', NULL, '[{"type": "tilelayer", "name": "h", "width": 3, "height": 2, "offsety": 6, "data": [0, 0, 0, 1, 0, 0]}]', '{"g": {"1": ".", "2": "@"}, "h": {"1": "T"}}', 'by a part of a cell'),
  ('objects: polyline, hexagonal', '{"orientation": "hexagonal", "staggeraxis": "y", "staggerindex": "odd", "hexsidelength": 4}', NULL, '[{"type": "objectgroup", "name": "h", "objects": [{"id": 1, "x": 8, "y": 4, "polyline": [{"x": 0, "y": 0}, {"x": 8, "y": 6}, {"x": 24, "y": 6}]}]}]', '{"g": {"else": "."}, "h": {"else": "T"}}', 'T../TT.'),
  ('objects: gid, hexagonal', '{"orientation": "hexagonal", "staggeraxis": "y", "staggerindex": "odd", "hexsidelength": 4}', NULL, '[{"type": "objectgroup", "name": "h", "objects": [{"id": 1, "x": 24, "y": 14, "width": 16, "height": 8, "gid": 2}]}]', '{"g": {"else": "."}, "h": {"class=Wall": "T"}}', '.../.T.'),
  ('the code of padding', '{"orientation": "hexagonal", "staggeraxis": "y", "staggerindex": "odd", "hexsidelength": 4}', NULL, NULL, '{"1": ".", "2": "|"}', 'outside the map'),
  ('orientation of a later version', '{"orientation": "spherical"}', NULL, NULL, NULL, '"spherical"'),
  ('renderorder, which changes no cell', '{"renderorder": "left-up"}', NULL, NULL, NULL, '.@./..@'),
  ('infinite, chunks', '{"infinite": true}', '{"chunks": [{"x": 4, "y": 3, "width": 2, "height": 1, "data": [1, 2]}, {"x": 5, "y": 2, "width": 1, "height": 1, "data": [2]}]}', NULL, NULL, '_@/.@'),
  ('chunks of another size than their data', '{"infinite": true}', '{"chunks": [{"x": 4, "y": 3, "width": 2, "height": 1, "data": [1]}]}', NULL, NULL, 'wrong length'),
  ('width and height of a layer', NULL, '{"width": 2, "height": 3}', NULL, NULL, '.@/../.@'),
  ('width and height that the data do not have', NULL, '{"width": 4}', NULL, NULL, 'wrong length'),
  ('layers of several sizes', NULL, NULL, '[{"type": "tilelayer", "name": "h", "width": 1, "height": 1, "data": [2]}]', '{"g": {"1": ".", "2": "@"}, "h": {"2": "T"}}', 'different sizes'),
  ('flips and turns of tiles', NULL, '{"data": [2147483649, 1073741826, 536870913, 268435457, 1, 4026531842]}', NULL, NULL, '.@./..@'),
  ('visible, opacity, parallaxx, tintcolor, mode, which change no cell', NULL, '{"visible": false, "opacity": 0.5, "parallaxx": 2, "tintcolor": "#ff0000", "mode": "multiply"}', NULL, NULL, '.@./..@'),
  ('offsetx and offsety of one layer', NULL, '{"offsetx": 5, "offsety": 3}', NULL, NULL, '.@./..@'),
  ('offsetx and offsety by whole cells of one of several layers', NULL, NULL, '[{"type": "tilelayer", "name": "h", "width": 3, "height": 2, "offsetx": 16, "offsety": -8, "data": [0, 0, 0, 1, 0, 0]}]', '{"g": {"1": ".", "2": "@"}, "h": {"1": "T"}}', '.T./..@'),
  ('offsetx of a group, isometric', '{"orientation": "isometric"}', NULL, '[{"type": "group", "name": "a", "offsetx": 16, "layers": [{"type": "tilelayer", "name": "h", "width": 3, "height": 2, "offsety": 8, "data": [1, 0, 0, 0, 0, 0]}]}]', '{"g": {"1": ".", "2": "@"}, "h": {"1": "T"}}', '.@T/..@'),
  ('offsetx by a part of a cell', NULL, NULL, '[{"type": "tilelayer", "name": "h", "width": 3, "height": 2, "offsetx": 5, "data": [0, 0, 0, 1, 0, 0]}]', '{"g": {"1": ".", "2": "@"}, "h": {"1": "T"}}', 'by a part of a cell'),
  ('offsetx of a layer of objects', NULL, NULL, '[{"type": "objectgroup", "name": "h", "offsetx": 16, "objects": [{"id": 1, "x": 0, "y": 8, "width": 16, "height": 8}]}]', '{"g": {"1": ".", "2": "@"}, "h": {"1": "T"}}', '.@./.T@'),
  ('encoding = csv', NULL, '{"encoding": "csv", "data": "1,2,1,1,1,2"}', NULL, NULL, '.@./..@'),
  ('encoding = base64', NULL, '{"encoding": "base64", "data": "AQAAAAIAAAABAAAAAQAAAAEAAAACAAAA"}', NULL, NULL, '.@./..@'),
  ('encoding of a later version', NULL, '{"encoding": "base85", "data": ""}', NULL, NULL, '"base85"'),
  ('compression of a later version', NULL, '{"encoding": "base64", "compression": "brotli", "data": ""}', NULL, NULL, '"brotli"'),
  ('tilesets: firstgid, name', '{"tilesets": [{"firstgid": 2, "name": "b"}, {"firstgid": 1, "name": "a"}]}', NULL, NULL, '{"a:0": ".", "b:0": "@"}', '.@./..@'),
  ('tilesets: source without the file', '{"tilesets": [{"firstgid": 1, "source": "a.tsx"}]}', NULL, NULL, '{"solid": "@", "else": "."}', '"a.tsx"'),
  ('tilesets: tiles larger than cells, which are drawn over others', '{"tilesets": [{"firstgid": 1, "name": "t", "tilewidth": 64, "tileheight": 64, "tileoffset": {"x": 3, "y": 4}}]}', NULL, NULL, NULL, '.@./..@'),
  ('tiles: class, type', NULL, NULL, NULL, '{"class=Wall": "@", "else": "."}', '.@./..@'),
  ('tiles: properties', '{"tilesets": [{"firstgid": 1, "tiles": [{"id": 1, "properties": [{"name": "cost", "type": "int", "value": 7}]}]}]}', NULL, NULL, '{"cost=5-9": "@", "else": "."}', '.@./..@'),
  ('tiles: objectgroup', '{"tilesets": [{"firstgid": 1, "tiles": [{"id": 1, "objectgroup": {"objects": [{"id": 1}]}}]}]}', NULL, NULL, '{"shape": "@", "else": "."}', '.@./..@'),
  ('tiles: animation, whose first tile counts', '{"tilesets": [{"firstgid": 1, "tiles": [{"id": 0, "animation": [{"tileid": 1, "duration": 9}]}]}]}', NULL, NULL, NULL, '.@./..@'),
  ('objects: rectangle', NULL, NULL, '[{"type": "objectgroup", "name": "h", "objects": [{"id": 1, "x": 16, "y": 0, "width": 32, "height": 8}]}]', '{"g": {"else": "."}, "h": {"else": "T"}}', '.TT/...'),
  ('objects: rotation', NULL, NULL, '[{"type": "objectgroup", "name": "h", "objects": [{"id": 1, "x": 16, "y": 0, "width": 16, "height": 16, "rotation": 90}]}]', '{"g": {"else": "."}, "h": {"else": "T"}}', 'T../T..'),
  ('objects: polygon', NULL, NULL, '[{"type": "objectgroup", "name": "h", "objects": [{"id": 1, "x": 0, "y": 0, "polygon": [{"x": 0, "y": 0}, {"x": 48, "y": 0}, {"x": 0, "y": 16}]}]}]', '{"g": {"else": "."}, "h": {"else": "T"}}', 'TT./T..'),
  ('objects: polyline', NULL, NULL, '[{"type": "objectgroup", "name": "h", "objects": [{"id": 1, "x": 2, "y": 2, "polyline": [{"x": 0, "y": 0}, {"x": 20, "y": 9}]}]}]', '{"g": {"else": "."}, "h": {"else": "T"}}', 'T../TT.'),
  ('objects: ellipse', NULL, NULL, '[{"type": "objectgroup", "name": "h", "objects": [{"id": 1, "x": 0, "y": 0, "width": 48, "height": 16, "ellipse": true}]}]', '{"g": {"else": "."}, "h": {"else": "T"}}', 'TTT/TTT'),
  ('objects: capsule', NULL, NULL, '[{"type": "objectgroup", "name": "h", "objects": [{"id": 1, "x": 0, "y": 0, "width": 48, "height": 8, "capsule": true}]}]', '{"g": {"else": "."}, "h": {"else": "T"}}', 'TTT/...'),
  ('objects: point', NULL, NULL, '[{"type": "objectgroup", "name": "h", "objects": [{"id": 1, "x": 33, "y": 9, "point": true}]}]', '{"g": {"else": "."}, "h": {"else": "T"}}', '.../..T'),
  ('objects: text, which covers nothing', NULL, NULL, '[{"type": "objectgroup", "name": "h", "objects": [{"id": 1, "x": 0, "y": 0, "width": 48, "height": 16, "text": {"text": "a"}}]}]', '{"g": {"else": "."}, "h": {"else": "T"}}', '.../...'),
  ('objects: gid', NULL, NULL, '[{"type": "objectgroup", "name": "h", "objects": [{"id": 1, "x": 16, "y": 16, "width": 16, "height": 8, "gid": 2}]}]', '{"g": {"else": "."}, "h": {"class=Wall": "T"}}', '.../.T.'),
  ('objects: template without the file', NULL, NULL, '[{"type": "objectgroup", "name": "h", "objects": [{"id": 1, "template": "a.tx"}]}]', '{"g": {"else": "."}, "h": {"else": "T"}}', '"a.tx"'),
  ('layers of pictures, which have no cells', NULL, NULL, '[{"type": "imagelayer", "name": "h"}]', '{"g": {"else": "."}, "h": {"else": "T"}}', 'no layer "h"')
) v (property, map, layer, other, rule, answer);
INSERT INTO property SELECT 'LDtk', property, format('gridmap_from_ldtk(ldtk_with(%L, %L, %L, %L), %L)', coalesce(project, '{}'), coalesce(level, '{}'), coalesce(layer, '{}'), coalesce(other, '[]'), coalesce(rule, '{"1": ".", "2": "@", "0": "_"}')), answer FROM (VALUES
  ('intGridCsv', NULL, NULL, NULL, NULL, NULL, '.@./..@'),
  ('intGrid, before 0.8', NULL, NULL, '{"intGridCsv": null, "intGrid": [{"coordId": 1, "v": 1}, {"coordId": 5, "v": 0}]}', NULL, NULL, '_@_/__.'),
  ('values by their names', NULL, NULL, NULL, NULL, '{"wall": "@", "else": "."}', '.@./..@'),
  ('values by their groups', '{"defs": {"layers": [{"uid": 1, "intGridValues": [{"value": 2, "groupUid": 7}], "intGridValuesGroups": [{"uid": 7, "identifier": "solid"}]}]}}', NULL, NULL, NULL, '{"solid": "@", "else": "."}', '.@./..@'),
  ('__cWid and __cHei that the values do not have', NULL, NULL, '{"__cWid": 4}', NULL, NULL, '6 values and 8 cells'),
  ('__gridSize of several layers', NULL, NULL, NULL, '[{"__type": "IntGrid", "__identifier": "h", "__gridSize": 8, "__cWid": 6, "__cHei": 4, "intGridCsv": []}]', '{"g": {"else": "."}, "h": {"else": "@"}}', 'different grids'),
  ('gridTiles, the uppermost of a cell', NULL, NULL, '{"__type": "Tiles", "gridTiles": [{"px": [0, 0], "t": 1}, {"px": [0, 0], "t": 2}, {"px": [32, 16], "t": 2, "f": 3}]}', NULL, '{"-1": ".", "2": "@"}', '@../..@'),
  ('autoLayerTiles', NULL, NULL, '{"__type": "AutoLayer", "autoLayerTiles": [{"px": [16, 0], "t": 2}]}', NULL, '{"-1": ".", "2": "@"}', '.@./...'),
  ('tiles by the tags of a tileset', '{"defs": {"tilesets": [{"uid": 3, "enumTags": [{"enumValueId": "Tree", "tileIds": [2]}]}]}}', NULL, '{"__type": "Tiles", "__tilesetDefUid": 3, "gridTiles": [{"px": [16, 0], "t": 2}]}', NULL, '{"Tree": "T", "else": "."}', '.T./...'),
  ('overrideTilesetUid', '{"defs": {"tilesets": [{"uid": 4, "enumTags": [{"enumValueId": "Tree", "tileIds": [2]}]}, {"uid": 3}]}}', NULL, '{"__type": "Tiles", "__tilesetDefUid": 3, "overrideTilesetUid": 4, "gridTiles": [{"px": [16, 0], "t": 2}]}', NULL, '{"Tree": "T", "else": "."}', '.T./...'),
  ('tiles that cover several cells', '{"defs": {"tilesets": [{"uid": 3, "tileGridSize": 32}]}}', NULL, '{"__type": "Tiles", "__tilesetDefUid": 3, "gridTiles": [{"px": [16, 0], "t": 2}]}', NULL, '{"-1": ".", "2": "T"}', 'have 32 pixels'),
  ('tiles that are smaller than cells', '{"defs": {"tilesets": [{"uid": 3, "tileGridSize": 8}]}}', NULL, '{"__type": "Tiles", "__tilesetDefUid": 3, "gridTiles": [{"px": [16, 0], "t": 2}]}', NULL, '{"-1": ".", "2": "T"}', 'have 8 pixels'),
  ('__pxTotalOffsetX by whole cells of one of several layers', NULL, NULL, NULL, '[{"__type": "IntGrid", "__identifier": "h", "__gridSize": 16, "__pxTotalOffsetX": 16, "__cWid": 3, "__cHei": 2, "intGridCsv": [1, 0, 0, 0, 0, 0]}]', '{"h": {"else": "."}, "g": {"1": "T", "2": "@"}}', 'T@T/TT@'),
  ('__pxTotalOffsetX by a part of a cell', NULL, NULL, NULL, '[{"__type": "IntGrid", "__identifier": "h", "__gridSize": 16, "__pxTotalOffsetX": 5, "__cWid": 3, "__cHei": 2, "intGridCsv": [1, 0, 0, 0, 0, 0]}]', '{"h": {"else": "."}, "g": {"1": "T", "2": "@"}}', 'by a part of a cell'),
  ('visible, __opacity, parallax, which change no cell', NULL, NULL, '{"visible": false, "__opacity": 0.5, "parallaxFactorX": 2}', NULL, NULL, '.@./..@'),
  ('externalRelPath without the file', NULL, '{"externalRelPath": "L.ldtkl"}', NULL, NULL, NULL, '.@./..@'),
  ('Entities, which have no cells', NULL, NULL, '{"__type": "Entities"}', NULL, NULL, 'no layer of tiles')
) v (property, project, level, layer, other, rule, answer);
CREATE FUNCTION outcome(call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE answer text; message text; detail text; hint text;
BEGIN
  EXECUTE CASE WHEN call ~ '^(gridcell|gridmap_[a-z]+_origin)' THEN 'SELECT r::text FROM ' || call || ' AS r' ELSE format('SELECT replace(fringe_ascii(%s), E''\n'', ''/'')', call) END INTO answer;
  RETURN answer;
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
  RETURN format('%s %s. %s %s', SQLSTATE, message, detail, hint);
END $$;
ALTER TABLE property ADD outcome text;
UPDATE property SET outcome = outcome(call);
-- supported: the map; refused: the error, which is of a class that a user can cause
SELECT format, property, outcome AS "wrong outcome" FROM property
WHERE CASE WHEN outcome ~ '^[0-9A-Z]{5} ' THEN outcome !~ '^(0A|22|54|2202E)' OR position(answer IN outcome) = 0 ELSE outcome <> answer END OR outcome IS NULL ORDER BY 1, 2;
SELECT format, count(*) AS properties, count(*) FILTER (WHERE outcome !~ '^[0-9A-Z]{5} ') AS supported, count(*) FILTER (WHERE outcome ~ '^[0-9A-Z]{5} ') AS refused
FROM property GROUP BY format ORDER BY format COLLATE "C";
\pset format unaligned
SELECT format, property, outcome FROM property ORDER BY format COLLATE "C", property COLLATE "C";
\pset format aligned
-- a reader of another format needs rows here; rows in offset coordinates are no file, and express only codes
SELECT p.oid::regprocedure AS "reader without a row"
FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e' JOIN pg_extension e ON d.refobjid = e.oid AND extname LIKE 'fringe%'
WHERE proname ~ '^gridmap_from_|^gridmap_[a-z]+_origin' AND proname <> 'gridmap_from_offset' AND NOT EXISTS (SELECT FROM property WHERE call LIKE proname || '(%') ORDER BY 1;
DROP TABLE property;
DROP FUNCTION outcome, tiled_with, ldtk_with;
