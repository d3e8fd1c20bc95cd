#include "app/panels/imgui_skia.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "app/drawing/assets.h"
#include "app/drawing/look_hash.h"
#include "imgui/imgui_freetype.h"
#include "include/core/SkImage.h"
#include "include/core/SkPixmap.h"
#include "include/core/SkSamplingOptions.h"
#include "include/core/SkShader.h"
#include "include/core/SkSurface.h"
#include "include/core/SkVertices.h"

namespace limber {

namespace {

// ImGui packs RGBA with red in the low byte; Skia wants ARGB.
SkColor to_skia(ImU32 colour) {
  return SkColorSetARGB(colour >> 24, colour & 255, (colour >> 8) & 255, (colour >> 16) & 255);
}

// Latin with its accents, Greek, and the marks and operators of our texts and formulas.
constexpr ImWchar glyph_ranges[] = {0x0020, 0x017f, 0x0370, 0x03ff, 0x2010, 0x2044, 0x2070, 0x209c,
                                    0x2190, 0x21ff, 0x2200, 0x22ff, 0x25a0, 0x25ff, 0};

ImFont* add_font(ImFontAtlas& atlas, std::string_view bytes, float pixels) {
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  config.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
  // ImGui only reads the bytes; its signature is older than const.
  void* data = const_cast<char*>(bytes.data());
  return atlas.AddFontFromMemoryTTF(data, static_cast<int>(bytes.size()), pixels, &config,
                                    glyph_ranges);
}

}  // namespace

void ImGuiSkia::set_fonts(float scale, float size) {
  ImGuiIO& io = ImGui::GetIO();
  io.Fonts->Clear();
  io.Fonts->FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  regular_ = add_font(*io.Fonts, asset("Inter-Regular.otf"), size * scale);
  strong_ = add_font(*io.Fonts, asset("Inter-SemiBold.otf"), size * scale);
  formula_ = add_font(*io.Fonts, asset("JetBrainsMono-Regular.ttf"), (size - 0.5f) * scale);
  io.FontGlobalScale = 1 / scale;

  unsigned char* pixels = nullptr;
  int width = 0, height = 0;
  io.Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
  const SkImageInfo info = SkImageInfo::MakeA8(width, height);
  const sk_sp<SkImage> image =
      SkImages::RasterFromPixmapCopy(SkPixmap(info, pixels, info.minRowBytes()));
  const SkMatrix to_unit =
      SkMatrix::Scale(1.0f / static_cast<float>(width), 1.0f / static_cast<float>(height));
  atlas_ = SkPaint();
  atlas_.setColor(SK_ColorWHITE);
  atlas_.setShader(image->makeShader(SkSamplingOptions(SkFilterMode::kLinear), to_unit));
  white_ = io.Fonts->TexUvWhitePixel;
  io.Fonts->SetTexID(nullptr);
  io.Fonts->ClearTexData();
  ++fonts_;
}

ImTextureID ImGuiSkia::reserve(std::uint64_t look, Draw draw) {
  draws_.push_back({look, std::move(draw)});
  return reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(draws_.size()));
}

// Everything that decides the pixels of a list.
std::uint64_t ImGuiSkia::look_of(const ImDrawList& list) const {
  LookHash hash;
  hash.add(fonts_);
  hash.add_bytes(list.VtxBuffer.Data, sizeof(ImDrawVert) * static_cast<std::size_t>(list.VtxBuffer.Size));
  hash.add_bytes(list.IdxBuffer.Data, sizeof(ImDrawIdx) * static_cast<std::size_t>(list.IdxBuffer.Size));
  for (const ImDrawCmd& command : list.CmdBuffer) {
    hash.add_bytes(&command.ClipRect, sizeof command.ClipRect);
    hash.add(std::uint64_t{command.ElemCount});
    const std::size_t number = reinterpret_cast<std::uintptr_t>(command.TextureId);
    hash.add(number == 0 || number > draws_.size() ? 0 : draws_[number - 1].look);
  }
  return hash.value;
}

namespace {

// What a list may draw on, in pixels.
SkIRect extent_of(const ImDrawList& list, const SkIRect& window, float density) {
  SkRect all = SkRect::MakeEmpty();
  for (const ImDrawCmd& command : list.CmdBuffer) {
    if (command.ElemCount == 0) continue;
    const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset;
    SkRect box = SkRect::MakeLTRB(INFINITY, INFINITY, -INFINITY, -INFINITY);
    for (unsigned i = 0; i < command.ElemCount; ++i) {
      const ImVec2 p = list.VtxBuffer[static_cast<int>(command.VtxOffset) + index[i]].pos;
      box.setLTRB(std::min(box.fLeft, p.x), std::min(box.fTop, p.y), std::max(box.fRight, p.x),
                  std::max(box.fBottom, p.y));
    }
    const ImVec4& clip = command.ClipRect;
    if (box.intersect(SkRect::MakeLTRB(clip.x, clip.y, clip.z, clip.w))) all.join(box);
  }
  SkIRect pixels = SkRect::MakeLTRB(all.fLeft * density, all.fTop * density, all.fRight * density,
                                    all.fBottom * density)
                       .makeOutset(1, 1)
                       .roundOut();
  if (all.isEmpty() || !pixels.intersect(window)) return SkIRect::MakeEmpty();
  return pixels;
}

}  // namespace

const std::vector<ImGuiSkia::Picture>& ImGuiSkia::pictures(const ImDrawData& data, SkCanvas& like,
                                                           float density) {
  const SkIRect window = SkIRect::MakeSize(like.getBaseLayerSize());
  std::vector<Picture> made;
  drawn_ = 0;
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    Picture picture{look_of(list), extent_of(list, window, density), nullptr};
    if (picture.where.isEmpty()) continue;
    const auto kept = std::find_if(pictures_.begin(), pictures_.end(), [&](const Picture& old) {
      return old.look == picture.look && old.where == picture.where;
    });
    if (kept != pictures_.end()) {
      picture.image = kept->image;
    } else if (const sk_sp<SkSurface> surface = like.makeSurface(
                   SkImageInfo::MakeN32Premul(picture.where.width(), picture.where.height()))) {
      SkCanvas& canvas = *surface->getCanvas();
      canvas.clear(SK_ColorTRANSPARENT);
      canvas.translate(static_cast<float>(-picture.where.left()),
                       static_cast<float>(-picture.where.top()));
      canvas.scale(density, density);
      draw_list(canvas, list);
      picture.image = surface->makeImageSnapshot();
      ++drawn_;
    }
    made.push_back(std::move(picture));
  }
  pictures_ = std::move(made);
  return pictures_;
}

void ImGuiSkia::draw(SkCanvas& canvas, const ImDrawData& data) const {
  for (int i = 0; i < data.CmdListsCount; ++i) draw_list(canvas, *data.CmdLists[i]);
}

// Most of a panel's area is plain: no letter's texture is looked up there, and rectangles of one
// colour are filled as such.
struct ImGuiSkia::Run {
  enum class Kind { rectangle, plain, textured };
  Kind kind;
  const ImDrawIdx* index;
  unsigned count;
};

void ImGuiSkia::draw_list(SkCanvas& canvas, const ImDrawList& list) const {
  for (const ImDrawCmd& command : list.CmdBuffer) {
    if (command.ElemCount == 0) continue;
    const ImVec4& clip = command.ClipRect;
    canvas.save();
    canvas.clipRect(SkRect::MakeLTRB(clip.x, clip.y, clip.z, clip.w));
    const ImDrawVert* vertex = list.VtxBuffer.Data + command.VtxOffset;
    if (command.TextureId != nullptr)
      draw_reserved(canvas, list, command);
    else
      for (const Run& run :
           runs_of(vertex, list.IdxBuffer.Data + command.IdxOffset, command.ElemCount))
        draw_run(canvas, vertex, run);
    canvas.restore();
  }
}

namespace {

bool same(const ImVec2& a, const ImVec2& b) { return a.x == b.x && a.y == b.y; }

// As ImGui makes them: corners 0, 1, 2, 3 round about, triangles 0 1 2 and 0 2 3.
bool is_rectangle(const ImDrawVert* vertex, const ImDrawIdx* index) {
  if (index[0] != index[3] || index[2] != index[4]) return false;
  const ImDrawVert &a = vertex[index[0]], &b = vertex[index[1]], &c = vertex[index[2]],
                   &d = vertex[index[5]];
  return a.col == b.col && a.col == c.col && a.col == d.col && same(b.pos, {c.pos.x, a.pos.y}) &&
         same(d.pos, {a.pos.x, c.pos.y});
}

}  // namespace

std::vector<ImGuiSkia::Run> ImGuiSkia::runs_of(const ImDrawVert* vertex, const ImDrawIdx* index,
                                               unsigned count) const {
  std::vector<Run> runs;
  const auto plain = [&](unsigned at) {
    return same(vertex[index[at]].uv, white_) && same(vertex[index[at + 1]].uv, white_) &&
           same(vertex[index[at + 2]].uv, white_);
  };
  for (unsigned at = 0; at + 2 < count;) {
    Run::Kind kind = plain(at) ? Run::Kind::plain : Run::Kind::textured;
    if (kind == Run::Kind::plain && at + 5 < count && plain(at + 3) &&
        is_rectangle(vertex, index + at))
      kind = Run::Kind::rectangle;
    const unsigned size = kind == Run::Kind::rectangle ? 6 : 3;
    if (!runs.empty() && runs.back().kind == kind && kind != Run::Kind::rectangle)
      runs.back().count += size;
    else
      runs.push_back({kind, index + at, size});
    at += size;
  }
  return runs;
}

// Only the vertices that are used are handed over: a list holds those of all its commands.
void ImGuiSkia::draw_run(SkCanvas& canvas, const ImDrawVert* vertex, const Run& run) const {
  if (run.kind == Run::Kind::rectangle) {
    const ImDrawVert &a = vertex[run.index[0]], &c = vertex[run.index[2]];
    SkPaint paint;
    paint.setColor(to_skia(a.col));
    canvas.drawRect(SkRect::MakeLTRB(a.pos.x, a.pos.y, c.pos.x, c.pos.y).makeSorted(), paint);
    return;
  }
  const auto [low, high] = std::minmax_element(run.index, run.index + run.count);
  const int first = *low, count = *high - *low + 1;
  const auto size = static_cast<std::size_t>(count);
  std::vector<SkPoint> place(size), texture(size);
  std::vector<SkColor> colour(size);
  for (std::size_t i = 0; i < size; ++i) {
    const ImDrawVert& v = vertex[static_cast<std::size_t>(first) + i];
    place[i] = {v.pos.x, v.pos.y};
    texture[i] = {v.uv.x, v.uv.y};
    colour[i] = to_skia(v.col);
  }
  std::vector<std::uint16_t> indices(run.count);
  for (unsigned i = 0; i < run.count; ++i)
    indices[i] = static_cast<std::uint16_t>(run.index[i] - first);
  const bool textured = run.kind == Run::Kind::textured;
  const sk_sp<SkVertices> triangles = SkVertices::MakeCopy(
      SkVertices::kTriangles_VertexMode, count, place.data(), textured ? texture.data() : nullptr,
      colour.data(), static_cast<int>(run.count), indices.data());
  canvas.drawVertices(triangles, textured ? SkBlendMode::kModulate : SkBlendMode::kDst,
                      textured ? atlas_ : SkPaint());
}

// An image is one rectangle; several of the same texture cannot happen, each has its own number.
void ImGuiSkia::draw_reserved(SkCanvas& canvas, const ImDrawList& list,
                              const ImDrawCmd& command) const {
  const std::size_t number = reinterpret_cast<std::uintptr_t>(command.TextureId);
  if (number > draws_.size()) return;
  const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset;
  SkRect where = SkRect::MakeEmpty();
  for (unsigned i = 0; i < command.ElemCount; ++i) {
    const ImVec2 p = list.VtxBuffer[static_cast<int>(command.VtxOffset) + index[i]].pos;
    if (i == 0) where = SkRect::MakeXYWH(p.x, p.y, 0, 0);
    where.setLTRB(std::min(where.fLeft, p.x), std::min(where.fTop, p.y),
                  std::max(where.fRight, p.x), std::max(where.fBottom, p.y));
  }
  draws_[number - 1].draw(canvas, where);
}

}  // namespace limber
