#include "app/panels/imgui_skia.h"

#include <algorithm>
#include <cstdint>

#include "app/drawing/assets.h"
#include "imgui/imgui_freetype.h"
#include "include/core/SkImage.h"
#include "include/core/SkPixmap.h"
#include "include/core/SkSamplingOptions.h"
#include "include/core/SkShader.h"
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
  io.Fonts->SetTexID(nullptr);
  io.Fonts->ClearTexData();
}

ImTextureID ImGuiSkia::reserve(Draw draw) {
  draws_.push_back(std::move(draw));
  return reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(draws_.size()));
}

void ImGuiSkia::draw(SkCanvas& canvas, const ImDrawData& data) const {
  for (int i = 0; i < data.CmdListsCount; ++i) draw_list(canvas, *data.CmdLists[i]);
}

void ImGuiSkia::draw_list(SkCanvas& canvas, const ImDrawList& list) const {
  for (const ImDrawCmd& command : list.CmdBuffer) {
    if (command.ElemCount == 0) continue;
    const ImVec4& clip = command.ClipRect;
    canvas.save();
    canvas.clipRect(SkRect::MakeLTRB(clip.x, clip.y, clip.z, clip.w));
    if (command.TextureId == nullptr)
      draw_triangles(canvas, list, command);
    else
      draw_reserved(canvas, list, command);
    canvas.restore();
  }
}

// Only the vertices this command uses are handed over: a list holds those of all its commands.
void ImGuiSkia::draw_triangles(SkCanvas& canvas, const ImDrawList& list,
                               const ImDrawCmd& command) const {
  const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset;
  const auto [low, high] = std::minmax_element(index, index + command.ElemCount);
  const int first = *low, count = *high - *low + 1;
  const ImDrawVert* vertex = list.VtxBuffer.Data + command.VtxOffset + first;

  const auto size = static_cast<std::size_t>(count);
  std::vector<SkPoint> place(size), texture(size);
  std::vector<SkColor> colour(size);
  for (std::size_t i = 0; i < size; ++i) {
    place[i] = {vertex[i].pos.x, vertex[i].pos.y};
    texture[i] = {vertex[i].uv.x, vertex[i].uv.y};
    colour[i] = to_skia(vertex[i].col);
  }
  std::vector<std::uint16_t> indices(command.ElemCount);
  for (unsigned i = 0; i < command.ElemCount; ++i)
    indices[i] = static_cast<std::uint16_t>(index[i] - first);

  const sk_sp<SkVertices> triangles =
      SkVertices::MakeCopy(SkVertices::kTriangles_VertexMode, count, place.data(), texture.data(),
                           colour.data(), static_cast<int>(command.ElemCount), indices.data());
  canvas.drawVertices(triangles, SkBlendMode::kModulate, atlas_);
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
  draws_[number - 1](canvas, where);
}

}  // namespace limber
